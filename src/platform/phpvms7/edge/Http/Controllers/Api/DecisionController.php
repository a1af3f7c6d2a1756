<?php

namespace Modules\Tracker\Http\Controllers\Api;

use App\Contracts\Controller;
use App\Services\ModuleService;
use Illuminate\Http\Request;
use Illuminate\Http\Response;
use Modules\Tracker\Support\PirepDecision;
use Modules\Tracker\Support\ServerProblem;
use Modules\Tracker\Support\SignedCall;

/**
 * Handles /api/by-tracker/decision: this site's Tracker server has a PIREP accepted or rejected. Nobody else can sign that.
 * It handles all errors itself: the platform would show an exception's text.
 */
class DecisionController extends Controller
{
    private const STATUS = [
        'module-disabled'  => 404,
        'unsigned'         => 403,
        'repeated'         => 409,
        'invalid'          => 400,
        'no-such-pirep'    => 404,
        'pirep-not-filed'  => 409,
        'busy'             => 503,
        'edge-without-key' => 500,
    ];

    public function decide(Request $request): Response
    {
        try {
            return $this->answer(200, $this->decided($request->headers->get(SignedCall::HEADER), $request->getContent()));
        } catch (ServerProblem $error) {
            return $this->problem(self::STATUS[$error->problem] ?? 500, $error->problem, $error->getMessage());
        } catch (\Throwable $error) {
            ServerProblem::log($error);

            return $this->problem(500, 'host-failed', 'phpVMS failed on it; its log says why.');
        }
    }

    /** @throws ServerProblem */
    private function decided(?string $header, string $body): array
    {
        if (!app(ModuleService::class)->isModuleActive('Tracker')) {
            throw new ServerProblem('module-disabled', 'The tracking module of this crew center is switched off.');
        }
        SignedCall::require($header, $body);
        $said = json_decode($body, true);
        [$pirep, $decision, $from] = [$said['pirep'] ?? null, $said['decision'] ?? null, $said['from'] ?? null];
        if (!is_string($pirep) || !in_array($decision, ['accept', 'reject'], true) || !is_array($from)) {
            throw new ServerProblem('invalid', 'The call names no PIREP, no decision, or no states.');
        }

        return ['pirep' => $pirep, 'state' => PirepDecision::make($pirep, $decision, $from)];
    }

    private function problem(int $status, string $code, string $message): Response
    {
        return $this->answer($status, ['status' => $status, 'error' => ['code' => $code, 'message' => $message]]);
    }

    private function answer(int $status, array $body): Response
    {
        $headers = ['Content-Type' => 'application/json', 'Cache-Control' => 'no-store'];

        return new Response((string) json_encode($body), $status, $headers);
    }
}
