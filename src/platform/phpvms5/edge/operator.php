<?php
// Tracker edge 1.2.0-5
// Leads who is signed in as a member of the platform's staff into Tracker's operator pages; with ?set-up it opens set-up again for a day.
define('TRACKER_EDGE', true);
require __DIR__ . '/_tracker_common.php';
require __DIR__ . '/_tracker_pages.php';
require __DIR__ . '/_tracker_setup_page.php';
require __DIR__ . '/_tracker_five.php';
@ini_set('display_errors', '0');
// Links of this page are relative: behind a path of its own they would lead to itself again and again.
if (tracker_server_text('PATH_INFO') !== '') {
    http_response_code(404);
    header('Content-Type: text/plain; charset=utf-8');
    exit('Not found');
}
require __DIR__ . '/_tracker_session.php';
tracker_five_operator(tracker_session_staff());

function tracker_five_operator($staff)
{
    if ($staff === null) {
        tracker_five_print('<p>Sign in to phpVMS with your password as a member of its staff, then open this page again. “Remember me” alone is not enough.</p><p><a href="../index.php/login">Sign in</a></p>', null, 403);
        return;
    }
    if (isset($_GET['set-up']) && $staff['role'] === 'admin') {
        tracker_five_reopen();
        return;
    }
    list($path, $problem) = tracker_entry_link($staff);
    if ($path === null) {
        $again = $staff['role'] === 'admin' ? '<p><a href="operator.php?set-up">Open set-up</a> shows whether it runs.</p>' : '';
        tracker_five_print(tracker_setup_says('problem', $problem[1]) . $again, null, 503);
        return;
    }
    $hasPaths = in_array(PHP_SAPI, array('apache2handler', 'litespeed'), true);
    header('Cache-Control: no-store');
    header('Referrer-Policy: no-referrer');
    header('Location: tracker.php' . ($hasPaths ? '/' : '?/') . $path, true, 303);
}

function tracker_five_reopen()
{
    $now = tracker_setup_now(tracker_five_site());
    $isOpened = tracker_session_form() !== null && $now['place'] !== null
        && tracker_place_write($now['place'], 'set-up-open.txt', "Set-up is open for a day after this file was written. Delete it to close set-up.\n");
    if ($isOpened) {
        header('Location: setup.php', true, 303);
        return;
    }
    $page = array('action' => tracker_server_text('SCRIPT_NAME') . '?set-up', 'hidden' => '<input type="hidden" name="token" value="' . tracker_html(tracker_session_token()) . '">');
    tracker_five_print('<p>Set-up is closed. Opened, it asks for a code from a file of this site, and closes by itself after a day.</p>' . tracker_setup_form($page, 'open', 'Open set-up'), null, 200);
}

/*
 * A link below the pages' script with which a member of the staff enters the operator's pages, once and within a minute, and null;
 * or null and a problem. $admin: the array of id, name and role ('admin' or 'staff') whose session the platform has checked.
 */
function tracker_entry_link($admin)
{
    list($answer, $problem) = tracker_ask('POST', '/tracker/operator/entry', '', null, array('admin' => $admin));
    if ($problem !== null) {
        return array(null, $problem);
    }
    $parts = explode("\r\n\r\n", $answer, 2);
    list($path, $says) = tracker_pages_entry($parts[1]);
    return array($path, $path === null ? array('no-entry', $says) : null);
}
