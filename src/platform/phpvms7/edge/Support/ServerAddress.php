<?php

namespace Modules\Tracker\Support;

use Illuminate\Support\Facades\DB;

/**
 * Where the Tracker server listens. An address on another machine counts only when it stands in a file of this machine,
 * so that whoever may change settings cannot point the site's requests wherever they like.
 */
class ServerAddress
{
    public const STANDARD = '127.0.0.1:8787';

    public const ALLOWED_FILE = 'app/tracker-server.txt';

    public const RULE = 'Give an address of this machine (127.0.0.1:8787) or a socket (unix:/path). Any other one must stand in storage/'.self::ALLOWED_FILE.'.';

    /** Null: what is set is not allowed, and nobody is asked. */
    public static function read(): ?string
    {
        try {
            $address = (string) DB::table('tracker_config')->where('name', 'server_address')->value('value');
        } catch (\Throwable) {
            $address = '';
        }

        $address = $address === '' ? self::STANDARD : $address;

        return self::isAllowed($address) ? $address : null;
    }

    public static function isAllowed(string $address): bool
    {
        if (preg_match('#^unix:/[\w./-]+$#', $address) || preg_match('/^(127(\.\d{1,3}){3}|localhost|\[::1\]):\d{1,5}$/', $address)) {
            return true;
        }
        $file = storage_path(self::ALLOWED_FILE);
        $lines = is_readable($file) ? file($file, FILE_IGNORE_NEW_LINES | FILE_SKIP_EMPTY_LINES) : [];

        return $address !== '' && in_array($address, array_map('trim', $lines ?: []), true);
    }
}
