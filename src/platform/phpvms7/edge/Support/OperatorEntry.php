<?php

namespace Modules\Tracker\Support;

use Illuminate\Http\Request;

/** Lets a member of the staff who is signed in here enter the server's operator pages without a second password. */
class OperatorEntry
{
    private const SECONDS = 5;

    /**
     * A path below the site's address, good once and for a minute.
     *
     * @throws ServerProblem with what the server says against it
     */
    public static function path(Request $from, string $id, string $name, bool $isAdmin): string
    {
        $here = ['HTTP_HOST' => $from->server('HTTP_HOST'), 'REMOTE_ADDR' => $from->server('REMOTE_ADDR'), 'HTTPS' => $from->isSecure() ? 'on' : ''];
        $asked = Request::create('/tracker/operator/entry', 'POST', [], [], [], $here);
        $admin = ['id' => $id, 'name' => $name, 'role' => $isAdmin ? 'admin' : 'staff'];
        $answer = Forwarder::ask($asked, self::SECONDS, ['admin' => $admin]);
        PageForwarder::load();
        [$path, $says] = tracker_pages_entry($answer[2]);
        if ($path === null) {
            throw new ServerProblem('no-entry', $says);
        }

        return '/tracker/'.$path;
    }
}
