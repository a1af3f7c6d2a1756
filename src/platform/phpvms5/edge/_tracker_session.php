<?php
// Tracker edge 1.2.0-5
/*
 * Whose session phpVMS sees, for the pages that its administrators open. It starts the platform as its own pages do, so it is
 * included by those only, at their top.
 */
if (!defined('TRACKER_EDGE')) {
    http_response_code(403);
    exit;
}

/* The platform prints its errors and ends: then these pages say what happened. */
function tracker_session_ended()
{
    if (!$GLOBALS['tracker_session_is_read']) {
        while (ob_get_level() > 0) {
            ob_end_clean();
        }
        http_response_code(503);
        header('Content-Type: text/plain; charset=utf-8');
        echo 'phpVMS could not be started: open its own pages to see why.';
    }
}

$tracker_session_is_read = false;
$tracker_session_sent = array($_GET, $_POST, $_REQUEST, $_SERVER);
register_shutdown_function('tracker_session_ended');
// What was sent is for our page. This cookie holds two counted numbers, which anybody can guess: only a session counts.
$_GET = array();
$_POST = array();
$_REQUEST = array();
unset($_COOKIE['VMSAUTH']);
$_SERVER['REQUEST_URI'] = '/index.php';
$_SERVER['SCRIPT_NAME'] = '/index.php';
$_SERVER['QUERY_STRING'] = '';
$_SERVER['REQUEST_METHOD'] = 'GET';
ob_start();
require dirname(__DIR__) . '/core/codon.config.php';
while (ob_get_level() > 0) {
    ob_end_clean();
}
@ini_set('display_errors', '0');
list($_GET, $_POST, $_REQUEST, $_SERVER) = $tracker_session_sent;
$tracker_session_is_read = true;

/*
 * The member of the staff who signed in with a password: array('id', 'name', 'role' => 'admin' | 'staff'); null for anybody else. A session
 * that began with the cookie above has a boolean where a login by password leaves a text (core/common/Auth.class.php).
 */
function tracker_session_staff()
{
    $signedIn = isset($_SESSION['loggedin']) ? $_SESSION['loggedin'] : '';
    if (($signedIn !== serialize('true') && $signedIn !== 'true') || !Auth::LoggedIn() || !is_object(Auth::$userinfo)) {
        return null;
    }
    $pilot = Auth::$userinfo;
    $role = null;
    foreach (is_array(Auth::$usergroups) ? Auth::$usergroups : array() as $group) {
        if (defined('FULL_ADMIN') && (float) $group->permissions === (float) FULL_ADMIN) {
            $role = 'admin';
        }
    }
    if ($role === null && defined('ACCESS_ADMIN') && PilotGroups::group_has_perm(Auth::$usergroups, ACCESS_ADMIN)) {
        $role = 'staff';
    }
    $name = trim($pilot->firstname . ' ' . $pilot->lastname);
    $name = preg_match('//u', $name) ? $name : preg_replace_callback('/[\x80-\xff]/', 'tracker_latin1_letter', $name);
    return $role === null ? null : array('id' => (string) $pilot->pilotid, 'name' => $name, 'role' => $role);
}

/* For the forms of these pages, the same while the session lasts. */
function tracker_session_token()
{
    if (!isset($_SESSION['tracker_token']) || !is_string($_SESSION['tracker_token'])) {
        $_SESSION['tracker_token'] = bin2hex(tracker_random(24));
    }
    return $_SESSION['tracker_token'];
}

/* What a form of ours sent, or null when this is no such request. */
function tracker_session_form()
{
    $given = isset($_POST['token']) && is_string($_POST['token']) ? $_POST['token'] : '';
    $isPost = isset($_SERVER['REQUEST_METHOD']) && $_SERVER['REQUEST_METHOD'] === 'POST';
    return $isPost && hash_equals(tracker_session_token(), $given) ? $_POST : null;
}

function tracker_session_headers()
{
    header('Content-Type: text/html; charset=utf-8');
    header('Cache-Control: no-store');
    header('X-Frame-Options: DENY');
    header('X-Content-Type-Options: nosniff');
    header('Referrer-Policy: no-referrer');
    header("Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'");
}
