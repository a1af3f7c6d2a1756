<?php

namespace Modules\Tracker\Support;

/** The settings of `tracker_config`. Written by `npm run generate` from src/platform/seven/settings.ts of the server. */
class SettingFields
{
    /** The fields of the settings screen, in their order: label, help, kind, and what stands in an empty one. */
    public const FIELDS = [
        'va_name'               => ['Airline name', 'Shown on every page and in clients. If empty: the name of the site.', 'text', ''],
        'logo_url'              => ['Logo', 'Address of the logo, shown next to the name and in clients.', 'url', 'https://'],
        'banner_url'            => ['Banner', 'Address of the banner that clients show.', 'url', 'https://'],
        'website_url'           => ['Website', 'Address of the airline’s website, linked from clients and from the name on the map.', 'url', 'https://'],
        'primary_color'         => ['Color', 'Accent color of the pages and of clients.', 'text', '#1a2b3c'],
        'session_token_ttl'     => ['Session lifetime', 'How long a pilot stays logged in. Using the session does not extend it. In minutes: a whole number from 5 to 43200.', 'number', '1440'],
        'long_session_days'     => ['Long session lifetime', 'How long a pilot stays logged in with a client that resumes its session, such as smartCARS 3. In days: a whole number from 1 to 365.', 'number', '30'],
        'bids_required'         => ['Require a bid', 'Whether a flight needs a bid. If not, pilots may also fly flights that they describe themselves.', 'flag', ''],
        'password_login'        => ['Password login', 'Whether pilots may log in with a password. API keys are always accepted.', 'flag', ''],
        'client_token_required' => ['Require client token', 'Whether clients must send the client token with every call.', 'flag', ''],
        'client_token'          => ['Client token', 'A secret that you give to the clients you allow: 16 to 200 letters, digits and signs. Only its hash is stored.', 'secret', ''],
        'server_address'        => ['Server address', 'Where a site finds the server: 127.0.0.1:8787 or unix:/path, with commas between several that share a journal. Not for the embedded crew center.', 'text', 'found on this machine'],
    ];

    /** What may be entered. */
    public const RULES = [
        'va_name'               => ['nullable', 'string', 'max:100'],
        'logo_url'              => ['nullable', 'string', 'max:255', 'url', 'regex:#^https?://#i'],
        'banner_url'            => ['nullable', 'string', 'max:255', 'url', 'regex:#^https?://#i'],
        'website_url'           => ['nullable', 'string', 'max:255', 'url', 'regex:#^https?://#i'],
        'primary_color'         => ['nullable', 'regex:/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i'],
        'session_token_ttl'     => ['required', 'integer', 'between:5,43200'],
        'long_session_days'     => ['required', 'integer', 'between:1,365'],
        'bids_required'         => ['required', 'boolean'],
        'password_login'        => ['required', 'boolean'],
        'client_token_required' => ['required', 'boolean'],
        'client_token'          => ['nullable', 'string', 'min:16', 'max:200', 'regex:/^[!-~](?:[ -~]*[!-~])?$/'],
        'server_address'        => ['nullable', 'string', 'max:200'],
    ];

    /** As the server has them. */
    public const DEFAULTS = [
        'va_name'               => '',
        'logo_url'              => '',
        'banner_url'            => '',
        'website_url'           => '',
        'primary_color'         => '',
        'session_token_ttl'     => '1440',
        'long_session_days'     => '30',
        'bids_required'         => '1',
        'password_login'        => '1',
        'client_token_required' => '0',
        'client_token_hash'     => '',
        'server_address'        => '',
    ];

    /** Labels by name, as messages about a field use them. */
    public static function labels(): array
    {
        return array_map(fn (array $field) => $field[0], self::FIELDS);
    }
}
