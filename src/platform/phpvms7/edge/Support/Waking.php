<?php

namespace Modules\Tracker\Support;

/** Starts this site's server where it lies in a private place and does not run. */
class Waking
{
    private const PLACE_FILE = 'app/tracker-place.txt';

    /**
     * Its address, once it accepts connections; null where the site has no private place, or its settings name another server.
     *
     * @param int $seconds how long to wait for it; 0: it is only started
     *
     * @throws ServerProblem while it does not run
     */
    public static function address(int $seconds): ?string
    {
        defined('TRACKER_EDGE') || define('TRACKER_EDGE', true);
        require_once __DIR__.'/Folder/_tracker_private.php';
        require_once __DIR__.'/Folder/_tracker_start.php';
        $place = \tracker_place(storage_path(self::PLACE_FILE));
        if ($place === null || ServerAddress::isGiven()) {
            return null;
        }
        $problem = \tracker_woken($place, $seconds);
        if ($problem !== null) {
            throw new ServerProblem($problem[0], $problem[1], $problem[2]);
        }

        return \tracker_start_address($place);
    }
}
