<?php

namespace Modules\Tracker\Http\Controllers\Frontend;

use App\Contracts\Controller;
use Illuminate\Http\Request;
use Illuminate\Http\Response;
use Modules\Tracker\Support\ModuleState;
use Modules\Tracker\Support\PageForwarder;
use Modules\Tracker\Support\ServerProblem;
use Symfony\Component\HttpFoundation\Response as AnyResponse;
use Symfony\Component\HttpFoundation\StreamedResponse;

/** Handles /tracker/*, the server's own pages, if no rule of the web server does: the map, pages of flights, the operator's. */
class PagesController extends Controller
{
    private const SECONDS = 30;

    public function show(Request $request): AnyResponse
    {
        if (ModuleState::isActive() === false) {
            return new Response('The tracking module of this crew center is switched off.', 404, ['Content-Type' => 'text/plain']);
        }
        try {
            $answer = PageForwarder::ask($request, self::SECONDS);
        } catch (ServerProblem $error) {
            return $this->sorry($error->problem, $error->getMessage(), $error->seconds);
        } catch (\Throwable $error) {
            ServerProblem::log($error);
            $answer = null;
        }
        if ($answer === null) {
            return $this->sorry('server-unreachable', 'The tracking server does not answer; try again in a minute.');
        }
        $response = new StreamedResponse(fn () => tracker_pages_pass($answer['stream']), $answer['status']);
        foreach (tracker_pages_answered($answer['lines'], PageForwarder::base($request)) as [$name, $value]) {
            $response->headers->set($name, $value, strtolower($name) !== 'set-cookie');
        }

        return $response;
    }

    private function sorry(string $code, string $sentence, int $seconds = 15): Response
    {
        PageForwarder::load();
        [$html, $headers] = tracker_pages_sorry($code, $sentence, max(2, $seconds));

        return new Response($html, 503, $headers);
    }
}
