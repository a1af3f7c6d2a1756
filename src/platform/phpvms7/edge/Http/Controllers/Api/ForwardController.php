<?php

namespace Modules\Tracker\Http\Controllers\Api;

use App\Contracts\Controller;
use Illuminate\Http\Request;
use Illuminate\Http\Response;
use Modules\Tracker\Support\Forwarder;
use Modules\Tracker\Support\ModuleState;
use Modules\Tracker\Support\ServerProblem;

/** Handles /api/tracker/* if no proxy rule of the web server does. It handles all errors itself: the platform would show an exception's text. */
class ForwardController extends Controller
{
    private const SECONDS = 30;

    public function forward(Request $request): Response
    {
        if (ModuleState::isActive() === false) {
            return $this->problem(404, 'module-disabled', 'The tracking module of this crew center is switched off.');
        }
        try {
            $answer = Forwarder::ask($request, self::SECONDS);
        } catch (ServerProblem $error) {
            return $this->problem(503, $error->problem, $error->getMessage(), $error->seconds);
        } catch (\Throwable $error) {
            ServerProblem::log($error);

            return $this->problem(503, 'server-unreachable', 'The tracking server does not answer; try again in a minute.');
        }
        [$status, $headers, $body] = $answer;

        return new Response($request->getRealMethod() === 'HEAD' ? '' : $body, $status, $headers);
    }

    private function problem(int $status, string $code, string $message, int $seconds = 30): Response
    {
        $body = json_encode([
            'type'    => 'about:blank',
            'title'   => $message,
            'status'  => $status,
            'detail'  => $message,
            'success' => false,
            'message' => $message,
            'error'   => ['code' => $code, 'message' => $message],
        ]);
        $headers = [
            'Content-Type'                => 'application/problem+json; charset=utf-8',
            'Cache-Control'               => 'no-store',
            'Access-Control-Allow-Origin' => '*',
        ];

        return new Response((string) $body, $status, $status === 503 ? $headers + ['Retry-After' => (string) $seconds] : $headers);
    }
}
