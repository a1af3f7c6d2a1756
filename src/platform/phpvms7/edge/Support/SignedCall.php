<?php

namespace Modules\Tracker\Support;

use Illuminate\Support\Facades\Cache;

/**
 * A call of this site's Tracker server: `X-Tracker-Call: <seconds since 1970> <nonce> <HMAC-SHA256, hex>`, with the key that also signs
 * what the module forwards. It holds for its body, for some minutes, and once.
 */
class SignedCall
{
    public const HEADER = 'X-Tracker-Call';

    private const TOLERANCE_SECONDS = 300;

    /** @throws ServerProblem when this site's server did not sign it, or when it was made before */
    public static function require(?string $header, string $body): void
    {
        $isCall = preg_match('/^(\d{1,12}) ([0-9a-f]{32}) ([0-9a-f]{64})$/D', (string) $header, $said);
        $digest = hash('sha256', $body);
        $isSigned = $isCall && hash_equals(hash_hmac('sha256', "call\n$said[1]\n$said[2]\n$digest", ServerLink::key()), $said[3]);
        if (!$isSigned || abs(time() - (int) $said[1]) > self::TOLERANCE_SECONDS) {
            throw new ServerProblem('unsigned', 'The call is not signed by the Tracker server of this site, or one of the two clocks is wrong.');
        }
        if (!Cache::add('tracker-call-'.$said[2], true, 2 * self::TOLERANCE_SECONDS)) {
            throw new ServerProblem('repeated', 'This very call was made before.');
        }
    }
}
