<?php
// Tracker edge 1.2.0-5
// Sets Tracker up, by a browser: for who is signed in as the platform's administrator and can read this site's files.
define('TRACKER_EDGE', true);
require __DIR__ . '/_tracker_common.php';
require __DIR__ . '/_tracker_setup_page.php';
require __DIR__ . '/_tracker_five.php';
@ini_set('display_errors', '0');
$tracker_site = tracker_five_site();
$tracker_now = tracker_setup_now($tracker_site);
if (!tracker_five_is_open($tracker_now)) {
    http_response_code(404);
    header('Content-Type: text/plain; charset=utf-8');
    exit('Not found');
}
require __DIR__ . '/_tracker_session.php';
$tracker_staff = tracker_session_staff();
$tracker_action = tracker_server_text('SCRIPT_NAME');
if ($tracker_staff === null || $tracker_staff['role'] !== 'admin') {
    tracker_five_print('<p>Sign in to phpVMS with your password as an administrator with full rights, then open this page again. “Remember me” alone is not enough.</p><p><a href="../index.php/login">Sign in</a></p>', null, 403);
} elseif (tracker_code_is_given($tracker_now, $tracker_staff, $tracker_action)) {
    tracker_five_set_up($tracker_site, $tracker_now, $tracker_staff, $tracker_action);
}

function tracker_five_set_up($site, $now, $staff, $action)
{
    $input = tracker_session_form();
    $do = $input !== null && isset($input['do']) ? $input['do'] : '';
    if ($do === 'close' && $now['place'] !== null) {
        @unlink($now['place'] . '/set-up-open.txt');
        unset($_SESSION['tracker_set_up']);
        tracker_five_print('<p class="tracker-good" role="status">This page is closed. <a href="operator.php">Operator’s pages</a>. To open it again, upload a newer program, or ask for it on <a href="operator.php?set-up">this page</a>.</p>', null, 200);
        return;
    }
    if ($do === 'remove') {
        $site['gone'] = tracker_five_gone($now['place'], !isset($input['data']) || $input['data'] !== 'delete');
    }
    $page = array(
        'action' => $action,
        'hidden' => '<input type="hidden" name="token" value="' . tracker_html(tracker_session_token()) . '">',
        'operator' => 'operator.php',
        'ask' => 'tracker_five_ask',
    );
    $GLOBALS['tracker_staff'] = $staff;
    // A download or a start takes longer than other pages of this visitor should wait.
    session_write_close();
    $shown = tracker_setup_page($site, $page, $input);
    $after = tracker_place($site['placeFile']);
    if (($do === 'begin' || $do === 'update') && $after !== null) {
        tracker_place_write($after, 'set-up-open.txt', "Set-up is open for a day after this file was written. Delete it to close set-up.\n");
    }
    $html = $shown['html'];
    if (isset($shown['isRemoved'])) {
        @rmdir(__DIR__);
    } elseif ($now['step'] === 'runs') {
        $html .= tracker_setup_form($page, 'close', 'Done: close this page');
    }
    tracker_five_print($html, $shown['refresh'], 200);
}

/* A signed call for the administrator who is signed in: the answer and null, or null and a sentence. */
function tracker_five_ask($path)
{
    // The form that asked for this is not sent along.
    unset($_SERVER['CONTENT_TYPE']);
    list($answer, $problem) = tracker_ask('POST', $path . '?pilot=' . rawurlencode($GLOBALS['tracker_staff']['id']), '');
    if ($problem !== null) {
        return array(null, $problem[1]);
    }
    $parts = explode("\r\n\r\n", $answer, 2);
    $said = json_decode($parts[1], true);
    return is_array($said) ? array($said, isset($said['message']) && is_string($said['message']) ? $said['message'] : null) : array(null, 'The answer of the server could not be read.');
}
