import { type Static, Type } from 'typebox';
import type { SessionGrant, Status } from '../tracking/calls.ts';
import { instant, nullable } from './fields.ts';
import { formatInstant } from './instant.ts';

/** The module version of the specification: a constant, independent of the version of this package. */
export const moduleVersion = '1.2.0';

export const brandingSchema = Type.Object(
  {
    logo_url: Type.Optional(Type.String({ description: 'Logo' })),
    banner_url: Type.Optional(Type.String({ description: 'Banner' })),
    website_url: Type.Optional(Type.String({ description: 'Website' })),
    primary_color: Type.Optional(Type.String({ description: 'Colour in CSS syntax' })),
  },
  { title: 'Branding', description: 'Branding of the crew center; members that are not set are absent' },
);

export const limitsSchema = Type.Object(
  {
    body_bytes: Type.Integer({ description: 'Maximum size of a body after decompression, bytes' }),
    finish_body_bytes: Type.Integer({ description: 'Maximum size of the body that files the flight, bytes' }),
    positions_per_call: Type.Integer({ description: 'Maximum number of positions (or events) in one call' }),
    requests_per_second: Type.Number({ description: 'Sustained rate of a session, requests per second' }),
    request_burst: Type.Integer({ description: 'Maximum burst of requests of a session' }),
  },
  { title: 'Limits' },
);

export const featuresSchema = Type.Object(
  {
    batches: Type.Boolean({ description: 'A call may carry several positions' }),
    events: Type.Boolean({ description: 'There is a call for flight events' }),
    cancel: Type.Boolean({ description: 'There is a call that cancels a flight' }),
    gzip: Type.Boolean({ description: 'Bodies may be sent with `Content-Encoding: gzip`' }),
    bids_required: Type.Boolean({ description: 'A flight needs a bid' }),
    password_login: Type.Boolean({ description: 'Passwords are accepted; if false, only API keys are' }),
    client_token_required: Type.Boolean({ description: 'Calls need `X-Tracker-Client`' }),
  },
  { title: 'Features' },
);

/** The status of both contracts, available without a session. */
export const statusFields = {
  success: Type.Boolean({ description: 'true' }),
  tracker_api: Type.Boolean({ description: 'true' }),
  name: Type.String({ description: 'Name of the crew center' }),
  version: Type.String({ description: 'Module version' }),
  branding: brandingSchema,
  server_time: instant('Time of the server, with which clients correct their clocks'),
  limits: limitsSchema,
  features: featuresSchema,
};
const statusSchema = Type.Object(statusFields);

export function encodeStatus(
  status: Status,
  calls: { readonly events: boolean; readonly cancel: boolean },
): Static<typeof statusSchema> {
  const { settings, limits } = status;
  return {
    success: true,
    tracker_api: true,
    name: settings.name,
    version: moduleVersion,
    branding: {
      ...(settings.logoUrl === null ? {} : { logo_url: settings.logoUrl }),
      ...(settings.bannerUrl === null ? {} : { banner_url: settings.bannerUrl }),
      ...(settings.websiteUrl === null ? {} : { website_url: settings.websiteUrl }),
      ...(settings.primaryColor === null ? {} : { primary_color: settings.primaryColor }),
    },
    server_time: formatInstant(status.serverTime),
    limits: {
      body_bytes: limits.bodyBytes,
      finish_body_bytes: limits.finishBodyBytes,
      positions_per_call: limits.positionsPerCall,
      requests_per_second: limits.requestsPerSecond,
      request_burst: limits.requestBurst,
    },
    features: {
      batches: true,
      ...calls,
      gzip: true,
      bids_required: settings.bidsRequired,
      password_login: settings.passwordLogin,
      client_token_required: settings.clientTokenRequired,
    },
  };
}

export const grantSchema = Type.Object(
  {
    success: Type.Boolean({ description: 'true' }),
    token: Type.String({ description: 'Session token, for `Authorization: Bearer` or `X-Tracker-Token`' }),
    expires_at: instant('When the session expires; use does not extend it'),
    pilot: Type.Object(
      {
        id: Type.String({ description: "The platform's id of the pilot" }),
        ident: Type.String({ description: 'As shown to people: `VMS0002`' }),
        name: Type.String({ description: 'Name' }),
        airline: nullable<string>('string', { description: 'Airline, ICAO code' }),
        home_airport: nullable<string>('string', { description: 'ICAO code' }),
        current_airport: nullable<string>('string', { description: 'ICAO code' }),
      },
      { title: 'Pilot' },
    ),
  },
  { title: 'SessionGrant' },
);

export function encodeGrant(grant: SessionGrant): Static<typeof grantSchema> {
  const { pilot } = grant;
  return {
    success: true,
    token: grant.token.reveal(),
    expires_at: formatInstant(grant.expiresAt),
    pilot: {
      id: pilot.id,
      ident: pilot.ident,
      name: pilot.name,
      airline: pilot.airlineIcao,
      home_airport: pilot.homeAirport,
      current_airport: pilot.currentAirport,
    },
  };
}
