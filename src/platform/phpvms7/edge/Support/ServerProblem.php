<?php

namespace Modules\Tracker\Support;

/** Why a request was not passed on; the message may be shown to a visitor. */
class ServerProblem extends \RuntimeException
{
    public function __construct(public readonly string $problem, string $message)
    {
        parent::__construct($message);
    }
}
