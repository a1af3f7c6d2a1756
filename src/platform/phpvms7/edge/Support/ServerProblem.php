<?php

namespace Modules\Tracker\Support;

use Illuminate\Support\Facades\Log;

/** Why a request was not passed on; the message may be shown to a visitor. */
class ServerProblem extends \RuntimeException
{
    /** @param int $seconds when the client may try again */
    public function __construct(public readonly string $problem, string $message, public readonly int $seconds = 30)
    {
        parent::__construct($message);
    }

    /** Any other error, in one line: with its trace it would be ten kilobytes for each position of each flight. */
    public static function log(\Throwable $error): void
    {
        $line = sprintf('%s: %s (%s:%d)', $error::class, $error->getMessage(), basename($error->getFile()), $error->getLine());
        Log::error('Tracker: '.substr((string) preg_replace('/\s+/', ' ', $line), 0, 400));
    }
}
