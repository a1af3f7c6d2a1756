<?php

namespace Modules\Tracker\Support;

/** The fields of the settings screen, in their order: label, help, kind, and what stands in an empty one. */
class SettingFields
{
    public const FIELDS = [
        'va_name'               => ['Name of the airline', 'Shown on every page of Tracker and in clients. Empty: the name of this site.', 'text', ''],
        'logo_url'              => ['Logo', 'Address of a picture, shown beside the name and in clients.', 'url', 'https://'],
        'banner_url'            => ['Banner', 'Address of a picture that clients may show.', 'url', 'https://'],
        'website_url'           => ['Website', 'Where clients send a pilot, and where the name on the map leads.', 'url', 'https://'],
        'primary_color'         => ['Color', 'Color of buttons and marks on the pages and in clients, as #1a2b3c.', 'text', '#1a2b3c'],
        'session_token_ttl'     => ['Session lifetime', 'How long a pilot stays signed in, in minutes: 5 to 43200, by default 1440 (a day).', 'number', '1440'],
        'long_session_days'     => ['Lifetime of kept sessions', 'How long a pilot stays signed in with a client that starts with the session it had, such as smartCARS 3, in days: 1 to 365, by default 30.', 'number', '30'],
        'bids_required'         => ['Require a bid', 'Pilots fly only what they have bid on. Off: they may name a flight themselves.', 'flag', ''],
        'password_login'        => ['Allow login by password', 'Pilots sign in with their password of this site. Off: only with the API key of their profile.', 'flag', ''],
        'client_token_required' => ['Require the client token', 'Every call must carry the token below. Give it to all clients before you switch this on.', 'flag', ''],
        'client_token'          => ['Client token', 'A secret that you give to the clients you allow: 16 to 200 letters, digits and signs. Only its hash is stored.', 'secret', ''],
        'server_address'        => ['Address of the server', 'Where the tracking server listens, as 127.0.0.1:8787 or unix:/path; several that share a journal with commas between them. Empty: found on this machine.', 'text', 'found on this machine'],
    ];

    /** Labels by name, as messages about a field use them. */
    public static function labels(): array
    {
        return array_map(fn (array $field) => $field[0], self::FIELDS);
    }
}
