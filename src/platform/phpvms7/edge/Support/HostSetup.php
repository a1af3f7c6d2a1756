<?php

namespace Modules\Tracker\Support;

use Illuminate\Http\Request;

/** What set-up in the browser has to know of a phpVMS 7, and its calls of the server. The steps themselves are in Folder/_tracker_setup.php. */
class HostSetup
{
    public const PLACE_FILE = 'app/tracker-place.txt';

    /** A test flight waits for the crew center a few times. */
    private const SECONDS = 30;

    public static function load(): void
    {
        defined('TRACKER_EDGE') || define('TRACKER_EDGE', true);
        require_once __DIR__.'/Folder/_tracker_setup_page.php';
    }

    /** See tracker_look() and tracker_setup_now(). */
    public static function site(Request $request): array
    {
        $root = realpath((string) $request->server('DOCUMENT_ROOT'));
        $public = realpath(public_path());
        // Only where the web server serves public/ and nothing above it.
        $isPrivate = $root !== false && $root === $public && !str_starts_with((string) realpath(storage_path()).'/', $root.'/');

        return [
            'phpvms'     => 7,
            'folder'     => (string) realpath(base_path()),
            'docroot'    => $root === false ? '' : $root,
            'public'     => array_values(array_filter([$public, $isPrivate ? '' : realpath(base_path())])),
            'url'        => url('/'),
            'status'     => url('/api/tracker/status'),
            'statusPath' => (string) parse_url(url('/api/tracker/status'), PHP_URL_PATH),
            'parts'      => dirname(__DIR__).'/Program',
            'named'      => '',
            'storage'    => $isPrivate ? storage_path('app') : '',
            'inside'     => '',
            'placeFile'  => storage_path(self::PLACE_FILE),
            'placeText'  => ['', "\n"],
            'keyFile'    => '',
            'keyText'    => ['', ''],
            'gone'       => [storage_path('app/tracker-addresses.json'), storage_path('app/tracker-address.txt')],
        ];
    }

    /** The path of one of our routes. One that is asked for without its host lacks the folder of a site in a subfolder. */
    public static function path(string $route): string
    {
        return (string) parse_url(route($route), PHP_URL_PATH);
    }

    /** Whether the program was uploaded and waits to be set up, or for an update. */
    public static function isPending(Request $request): bool
    {
        self::load();

        return in_array(tracker_setup_now(self::site($request))['step'], ['update', 'unpack'], true)
            || (tracker_place(storage_path(self::PLACE_FILE)) === null && tracker_parts(self::site($request)) !== []);
    }

    /** A signed call for the member of the staff who is signed in: its answer and null, or null and a sentence. */
    public static function ask(Request $from, string $path): array
    {
        // Otherwise it would be sent as a form.
        $here = ['HTTP_HOST' => 'localhost', 'REMOTE_ADDR' => '127.0.0.1', 'CONTENT_TYPE' => 'application/json'];
        $target = $path.'?pilot='.rawurlencode((string) $from->user()->id);
        try {
            $answer = Forwarder::ask(Request::create($target, 'POST', [], [], [], $here, '{}'), self::SECONDS);
        } catch (ServerProblem $problem) {
            return [null, $problem->getMessage()];
        }
        $said = json_decode($answer[2], true);

        return is_array($said) ? [$said, is_string($said['message'] ?? null) ? $said['message'] : null] : [null, 'The tracking server does not answer; try again in a minute.'];
    }
}
