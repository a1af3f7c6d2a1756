<?php

namespace Modules\Tracker\Support;

use Illuminate\Http\Request;

/** Passes a request on to the Tracker server as it came, with a signed report of who sent it. Keeps nothing, and follows no redirect. */
class Forwarder
{
    /** Headers of the contract: no other header of a visitor is forwarded, especially no cookies. */
    private const PASSED = [
        'X-Tracker-Token',
        'X-Tracker-Client',
        'X-Tracker-Identity',
        'X-API-Key',
        'Content-Type',
        'Content-Encoding',
        'Accept',
        'Accept-Encoding',
        'User-Agent',
        'Origin',
        'Access-Control-Request-Method',
        'Access-Control-Request-Headers',
    ];

    /** How long a client's call waits for a server that is being started. */
    private const WAKE_SECONDS = 8;

    private const ANSWERED = '/^(content-type|content-encoding|cache-control|vary|allow|retry-after|www-authenticate|access-control-[a-z-]+|x-request-id|x-tracker-identity|link)$/i';

    /**
     * The next server gets the request when one did not get it, or when it only reads: what may have been done is not sent again.
     *
     * @param array $more what is signed beside what PHP sees of the visitor: for whom of the staff the module itself asks
     *
     * @return array{int, array<string, string>, string} status, headers and body
     *
     * @throws ServerProblem also when no whole answer came
     */
    public static function ask(Request $request, int $seconds, array $more = []): array
    {
        $body = $request->getContent();
        $headers = self::headers($request);
        $digest = hash('sha256', $body);
        $isReading = in_array($request->getRealMethod(), ['GET', 'HEAD', 'OPTIONS'], true);
        $addresses = ServerLink::addresses();
        $answer = null;
        $cuts = 0;
        do {
            try {
                $link = ServerLink::open($addresses, $answer === null ? self::WAKE_SECONDS : null);
            } catch (ServerProblem $problem) {
                return $answer ?? throw $problem;
            }
            $head = self::head($request, strlen($body), $headers, $more + $link->mark($digest), $link);
            $said = $link->exchange($head.$body, $seconds);
            $given = self::parse($said, $request->getRealMethod() === 'HEAD');
            $answer = $given ?? $answer;
            $isOver = $given !== null && $given[0] !== 503;
            // Who only reads is answered by the next one, or by one that is started.
            $cuts += $said !== null && $given === null ? 1 : 0;
        } while (!$isOver && $isReading && ($addresses !== [] || ($answer === null && $cuts === 1)));
        if ($answer === null && $cuts > 0) {
            throw new ServerProblem('server-unreachable', 'The tracking server was ended before it had answered; try again in a few seconds.', ServerLink::CUT_SECONDS);
        }

        return $answer ?? throw new ServerProblem('server-unreachable', 'The tracking server does not answer; try again in a minute.');
    }

    /**
     * The request's line and headers with the empty line behind them. With HTTP 1.0 the response is not chunked.
     *
     * @param array $said what is signed beside what PHP sees of the visitor
     */
    public static function head(Request $request, int $length, array $headers, array $said, ServerLink $link): string
    {
        $query = (string) $request->server('QUERY_STRING', '');
        $target = self::printable($request->getPathInfo().($query === '' ? '' : '?'.$query), '/[^\x21-\x7e]/');
        $lines = [$request->getRealMethod().' '.$target.' HTTP/1.0', 'Connection: close', 'Host: '.self::printable($request->server('HTTP_HOST'))];
        $lines[] = 'Content-Length: '.$length;
        foreach ($headers as $name => $value) {
            $lines[] = $name.': '.$value;
        }
        $lines[] = 'X-Tracker-Edge: '.self::report($request, $target, $said, $link);

        return implode("\r\n", $lines)."\r\n\r\n";
    }

    /** Headers of the contract, as they came. */
    public static function headers(Request $request): array
    {
        $values = ['Authorization' => self::authorization($request)];
        foreach (self::PASSED as $name) {
            $values[$name] = self::printable($request->headers->get($name));
        }

        return array_filter($values, fn (string $value) => $value !== '');
    }

    /** Hosts put this header in different places, or take it away (then the client sends X-Tracker-Token). */
    private static function authorization(Request $request): string
    {
        foreach (['HTTP_AUTHORIZATION', 'REDIRECT_HTTP_AUTHORIZATION', 'REDIRECT_REDIRECT_HTTP_AUTHORIZATION'] as $name) {
            if (self::printable($request->server($name)) !== '') {
                return self::printable($request->server($name));
            }
        }

        return '';
    }

    /** What PHP sees of the visitor, dated and signed. */
    private static function report(Request $request, string $target, array $said, ServerLink $link): string
    {
        $https = strtolower(self::printable($request->server('HTTPS')));
        $root = realpath((string) $request->server('DOCUMENT_ROOT'));
        $payload = rtrim(strtr(base64_encode((string) json_encode([
            't'     => time(),
            'm'     => $request->getRealMethod(),
            'p'     => $target,
            'peer'  => self::printable($request->server('REMOTE_ADDR')),
            'https' => ($https !== '' && $https !== 'off') || $request->server('REQUEST_SCHEME') === 'https',
            'host'  => self::printable($request->server('HTTP_HOST')),
            'for'   => self::printable($request->server('HTTP_X_FORWARDED_FOR')),
            'proto' => self::printable($request->server('HTTP_X_FORWARDED_PROTO')),
            'root'  => $root === false ? '' : self::printable($root),
            'edge'  => ServerLink::VERSION,
        ] + $said)), '+/', '-_'), '=');

        return $payload.'.'.$link->sign($payload);
    }

    private static function parse(?string $answer, bool $isBodyless): ?array
    {
        if ($answer === null || !preg_match('#^HTTP/1\.[01] (\d{3})#', $answer, $status) || !str_contains($answer, "\r\n\r\n")) {
            return null;
        }
        [$head, $body] = explode("\r\n\r\n", $answer, 2);
        $headers = [];
        foreach (array_slice(explode("\r\n", $head), 1) as $line) {
            [$name, $value] = array_pad(explode(':', $line, 2), 2, '');
            if (preg_match(self::ANSWERED, $name)) {
                $headers[$name] = trim($value);
            }
        }
        $length = preg_match('/^content-length:\s*(\d+)/mi', $head, $match) ? (int) $match[1] : null;

        return !$isBodyless && $length !== null && $length > strlen($body) ? null : [(int) $status[1], $headers, $body];
    }

    private static function printable(mixed $text, string $other = '/[^\x20-\x7e]/'): string
    {
        return is_string($text) ? (string) preg_replace($other, '', $text) : '';
    }
}
