<?php

namespace Modules\Tracker\Support;

use Illuminate\Support\Facades\DB;

/**
 * Where the Tracker server listens. An address on another machine counts only when it stands in a file of this machine,
 * so that people who may change settings cannot redirect the site's requests to other hosts.
 */
class ServerAddress
{
    public const STANDARD = '127.0.0.1:8787';

    public const ALLOWED_FILE = 'app/tracker-server.txt';

    public const RULE = 'Give an address of this machine (127.0.0.1:8787) or a socket (unix:/path), or several with commas between them. Any other one must stand in storage/'.self::ALLOWED_FILE.'.';

    /** Written by the server itself: where it listens, best first. */
    private const SERVER_FILE = 'app/tracker-addresses.json';

    /** The setting as it was saved, or read last: a connection to the database costs a report more than all else here. */
    private const SAVED_FILE = 'app/tracker-address.txt';

    /** How long what was read counts: somebody may change the table itself. */
    private const SECONDS = 600;

    /** That none is set was read, and is not kept before a server answers: a site whose server was removed gets no file. */
    private static bool $isNew = false;

    /** Where to look for the server, best first. Nothing when what is set is not allowed, or cannot be read. */
    public static function candidates(): array
    {
        $setting = self::isFresh() ? self::text(self::SAVED_FILE) : self::readAgain();
        $isRead = $setting !== null;
        $address = $isRead ? $setting : self::text(self::SAVED_FILE);
        if ($address !== '') {
            return self::isAllowed($address) ? self::fromAny(self::parts($address)) : [];
        }
        $known = json_decode(self::text(self::SERVER_FILE), true)['addresses'] ?? [];
        $known = array_values(array_filter(is_array($known) ? $known : [], 'is_string'));

        return $known === [] && $isRead ? [self::STANDARD] : $known;
    }

    /** In turn, beginning with one by chance: several servers that share a journal share the requests too. */
    private static function fromAny(array $addresses): array
    {
        $first = random_int(0, count($addresses) - 1);

        return [...array_slice($addresses, $first), ...array_slice($addresses, 0, $first)];
    }

    private static function parts(string $addresses): array
    {
        return array_map('trim', explode(',', $addresses));
    }

    /** Keeps the setting where it can be read without the database; who reads it meanwhile gets all of it. */
    public static function keep(string $address): void
    {
        $file = storage_path(self::SAVED_FILE);
        $new = $file.'.'.bin2hex(random_bytes(6));
        if (@file_put_contents($new, $address) === strlen($address) && @rename($new, $file)) {
            clearstatcache(true, $file);

            return;
        }
        @unlink($new);
    }

    /** A server has answered. */
    public static function keepNew(): void
    {
        if (self::$isNew) {
            self::$isNew = false;
            self::keep('');
        }
    }

    /** Whether the table has another setting than was kept: asked when no server answers where it should be. */
    public static function isChanged(): bool
    {
        $kept = self::text(self::SAVED_FILE);
        $setting = self::isFresh() ? self::readAgain() : null;

        return $setting !== null && $setting !== $kept && self::text(self::SAVED_FILE) === $setting;
    }

    private static function isFresh(): bool
    {
        return (int) @filemtime(storage_path(self::SAVED_FILE)) > time() - self::SECONDS;
    }

    private static function readAgain(): ?string
    {
        $setting = self::setting();
        if ($setting !== null && ($setting !== '' || is_file(storage_path(self::SAVED_FILE)))) {
            self::keep($setting);
        } elseif ($setting !== null) {
            self::$isNew = true;
        } elseif (is_file(storage_path(self::SAVED_FILE))) {
            // The database is down: not every call waits for it.
            @touch(storage_path(self::SAVED_FILE));
        }

        return $setting;
    }

    /** Whether the settings name an address, as they were last saved. */
    public static function isGiven(): bool
    {
        return self::text(self::SAVED_FILE) !== '';
    }

    /** Empty: none is set. Null: it cannot be read. */
    private static function setting(): ?string
    {
        try {
            return trim((string) DB::table('tracker_config')->where('name', 'server_address')->value('value'));
        } catch (\Throwable $error) {
            // No such table: the migrations have not run, so nothing can be set.
            return $error->getCode() === '42S02' ? '' : null;
        }
    }

    private static function text(string $file): string
    {
        $path = storage_path($file);

        return is_readable($path) ? trim((string) file_get_contents($path)) : '';
    }

    /** @param string $addresses one, or several with commas between them */
    public static function isAllowed(string $addresses): bool
    {
        return array_filter(self::parts($addresses), fn (string $each) => !self::isOneAllowed($each)) === [];
    }

    private static function isOneAllowed(string $address): bool
    {
        if (preg_match('#^unix:/[\w./-]+$#', $address) || preg_match('/^(127(\.\d{1,3}){3}|localhost|\[::1\]):\d{1,5}$/', $address)) {
            return true;
        }
        $file = storage_path(self::ALLOWED_FILE);
        $lines = is_readable($file) ? file($file, FILE_IGNORE_NEW_LINES | FILE_SKIP_EMPTY_LINES) : [];

        return $address !== '' && in_array($address, array_map('trim', $lines ?: []), true);
    }
}
