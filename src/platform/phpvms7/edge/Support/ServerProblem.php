<?php

namespace Modules\Tracker\Support;

/** Why a request was not passed on; the message may be shown to a visitor. */
class ServerProblem extends \RuntimeException
{
    /** @param int $seconds when the client may try again */
    public function __construct(public readonly string $problem, string $message, public readonly int $seconds = 30)
    {
        parent::__construct($message);
    }
}
