<?php

namespace Modules\Tracker\Support;

use Illuminate\Http\Request;

/** Passes requests for the server's pages on, with our own cookies and without holding bodies. */
class PageForwarder
{
    /** Loads what both platforms share: plain functions. */
    public static function load(): void
    {
        defined('TRACKER_EDGE') || define('TRACKER_EDGE', true);
        require_once __DIR__.'/Folder/_tracker_pages.php';
    }

    /** The public path at which a visitor sees the server's /tracker, for the report to the server. */
    public static function base(Request $request): string
    {
        return $request->getBaseUrl().'/tracker';
    }

    /**
     * The next server gets the request when one did not get it, or when it only reads.
     *
     * @return array{status: int, lines: list<string>, stream: resource}|null the body is still to be read; null when no answer came
     *
     * @throws ServerProblem
     */
    public static function ask(Request $request, int $seconds): ?array
    {
        self::load();
        $body = tracker_pages_body();
        $came = (float) $request->server('REQUEST_TIME_FLOAT', microtime(true));
        $said = ['base' => self::base($request), 'ms' => max(0, round(1000 * (microtime(true) - $came), 1))];
        $headers = Forwarder::headers($request) + tracker_pages_headers($request->server());
        $addresses = ServerLink::addresses();
        $answer = null;
        do {
            try {
                // Pages of visitors never wait for a start.
                $link = ServerLink::open($addresses, $answer === null ? 0 : null);
            } catch (ServerProblem $problem) {
                return $answer ?? throw $problem;
            }
            $head = Forwarder::head($request, $body['length'], $headers, $said + $link->mark($body['digest']), $link);
            $given = tracker_pages_exchange($link->stream(), $head, $body, $seconds);
            $answer = $given ?? $answer;
            $isOver = $given !== null && $given['status'] !== 503;
        } while (!$isOver && $addresses !== [] && in_array($request->getRealMethod(), ['GET', 'HEAD', 'OPTIONS'], true));

        return $answer;
    }
}
