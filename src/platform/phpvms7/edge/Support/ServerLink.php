<?php

namespace Modules\Tracker\Support;

/**
 * One connection to the Tracker server. The server proves on it that it has this site's key before anything of a visitor is
 * sent. Nothing is kept between requests.
 */
class ServerLink
{
    public const VERSION = '1.2.0-4';

    private const CONNECT_SECONDS = 3;

    /** When to try again where the server was there a moment ago, and the next call starts it. */
    public const CUT_SECONDS = 5;

    private const KEY_BYTES = 32;

    /** @param resource $stream */
    private function __construct(private $stream, private string $key, private string $nonce, private bool $isBusy) {}

    /**
     * Where to look for this site's server.
     *
     * @throws ServerProblem
     */
    public static function addresses(): array
    {
        $addresses = ServerAddress::candidates();
        if ($addresses === []) {
            throw new ServerProblem('server-address-unknown', 'The setting that says where the tracking server is cannot be read, or is not allowed.');
        }

        return $addresses;
    }

    /**
     * The first address at which a server proves itself that does not refuse every request now. Leaves those behind it. Where there
     * is none, the setting is read again: somebody may have changed it in the table.
     *
     * @param int|null $waits how long to wait for a server that has to be started, in seconds; 0: it is only started; null: not even that
     *
     * @throws ServerProblem
     */
    public static function open(array &$addresses, ?int $waits = null): self
    {
        $key = self::key();
        $isThere = $waits === null;
        $problem = new ServerProblem('server-unreachable', 'The tracking server does not answer; try again in a minute.', $waits === null ? self::CUT_SECONDS : 30);
        while (($address = array_shift($addresses)) !== null) {
            $url = str_starts_with($address, 'unix:') ? 'unix://'.substr($address, 5) : 'tcp://'.$address;
            $stream = @stream_socket_client($url, $code, $message, self::CONNECT_SECONDS);
            if ($stream === false) {
                continue;
            }
            $isSocket = str_starts_with($address, 'unix:');
            try {
                $link = self::meet($stream, $address, $key);
                // A port that somebody else has taken meanwhile is not ours; what ended without a word is not there.
                $isThere = $isThere || $link !== null || ($isSocket && !feof($stream));
                if ($link !== null && (!$link->isBusy || $addresses === [])) {
                    ServerAddress::keepNew();

                    return $link;
                }
            } catch (ServerProblem $unproven) {
                $isThere = $isThere || $isSocket;
                $problem = $unproven;
            }
            fclose($stream);
        }
        if (ServerAddress::isChanged()) {
            $addresses = self::addresses();

            return self::open($addresses, $waits);
        }
        $woken = $isThere ? null : Waking::address((int) $waits);
        if ($woken !== null) {
            $addresses = [$woken];

            return self::open($addresses);
        }

        throw $problem;
    }

    /** For a report: the server's nonce, the kind of key, the digest of the body. */
    public function mark(string $digest): array
    {
        return ['n' => $this->nonce, 'k' => 'app', 'd' => $digest];
    }

    /** @return resource for one request, of a page */
    public function stream()
    {
        return $this->stream;
    }

    public function sign(string $payload): string
    {
        return hash_hmac('sha256', "report\n".$payload, $this->key);
    }

    /** Null when no whole answer came. */
    public function exchange(string $request, int $seconds): ?string
    {
        stream_set_timeout($this->stream, $seconds);
        for ($sent = 0; $sent < strlen($request); $sent += $count) {
            $count = @fwrite($this->stream, substr($request, $sent, 65536));
            if ($count === false || $count === 0) {
                break;
            }
        }
        $answer = stream_get_contents($this->stream);
        $isLate = stream_get_meta_data($this->stream)['timed_out'];
        fclose($this->stream);

        return is_string($answer) && !$isLate ? $answer : null;
    }

    /**
     * What both sides sign with.
     *
     * @throws ServerProblem when APP_KEY is too short
     */
    public static function key(): string
    {
        $secret = (string) config('app.key');
        $bytes = str_starts_with($secret, 'base64:') ? (string) base64_decode(substr($secret, 7)) : $secret;
        if (strlen($bytes) < self::KEY_BYTES) {
            throw new ServerProblem('edge-without-key', 'APP_KEY of this site is too short to sign with: its operator should run php artisan key:generate.');
        }

        return hash_hmac('sha256', 'tracker-edge-2', $bytes, true);
    }

    /**
     * The link, with the server's nonce; null when it is silent.
     *
     * @param resource $stream
     *
     * @throws ServerProblem when what answers did not prove itself
     */
    private static function meet($stream, string $address, string $key): ?self
    {
        stream_set_timeout($stream, self::CONNECT_SECONDS);
        $nonce = bin2hex(random_bytes(16));
        @fwrite($stream, "GET /api/tracker/status HTTP/1.1\r\nHost: localhost\r\nX-Tracker-Hello: app $nonce\r\n\r\n");
        [$length, $proof, $lines, $isBusy] = [0, null, 0, false];
        while (($line = fgets($stream, 8192)) !== false && trim($line) !== '' && $lines++ < 60) {
            $isBusy = $isBusy || ($lines === 1 && preg_match('#^HTTP/1\.[01] 503#', $line));
            if (preg_match('/^content-length:\s*(\d{1,5})\s*$/i', $line, $match)) {
                $length = (int) $match[1];
            } elseif (preg_match('/^x-tracker-proof: ([0-9a-f]{32}) (\S+) ([0-9a-f]{64})\s*$/i', $line, $match)) {
                $proof = $match;
            }
        }
        if ($lines === 0) {
            return null;
        }
        $said = $length === 0 ? '' : (string) stream_get_contents($stream, $length);
        if ($proof !== null && self::isThere($proof[2], $address)) {
            $expected = hash_hmac('sha256', "proof\n$nonce\n$proof[1]\n$proof[2]", $key);
            if (hash_equals($expected, strtolower($proof[3]))) {
                return new self($stream, $key, $proof[1], $isBusy);
            }
        }
        $version = json_decode($said, true)['version'] ?? null;
        throw new ServerProblem('server-unproven', sprintf(
            'What responds at the address of the tracking server did not prove that it belongs to this site: it reports version %s, this module is %s. It is older than this module, belongs to another site, or has another APP_KEY.',
            is_string($version) ? $version : 'unknown',
            self::VERSION
        ));
    }

    /** The server states where it was reached, so that a relay in between is detected. */
    private static function isThere(string $where, string $address): bool
    {
        if (str_starts_with($address, 'unix:')) {
            $real = @realpath(substr($address, 5));

            return $where === $address || ($real !== false && str_starts_with($where, 'unix:') && @realpath(substr($where, 5)) === $real);
        }

        // On another machine a port may be mapped.
        return !preg_match('/^(127\.|localhost:|\[::1\]:)/', $address) || $where === 'tcp:'.substr((string) strrchr($address, ':'), 1);
    }
}
