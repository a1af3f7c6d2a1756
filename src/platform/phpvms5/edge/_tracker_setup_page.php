<?php
// Tracker edge 1.2.0-5
/*
 * What set-up shows, as HTML; it works without JavaScript, by forms and pages that load themselves again. Plain PHP 5.6, and nothing of a
 * platform: the module of version 7 has a copy of this file.
 */
if (!defined('TRACKER_EDGE')) {
    http_response_code(403);
    exit;
}

require_once __DIR__ . '/_tracker_setup.php';

function tracker_html($text)
{
    return htmlspecialchars((string) $text, ENT_QUOTES | ENT_SUBSTITUTE, 'UTF-8');
}

/*
 * Does what a form asks ($input, only of a POST whose token was right; null for a GET) and returns array('html', 'refresh' => seconds or
 * null). $page: 'action' (address of this page), 'hidden' (HTML of the token's field), 'operator' (address of the operator's pages), 'ask' (a function for
 * signed calls of the server: path; returns array(answer as array or null, sentence)), on version 7 also 'forget' (a function that deletes
 * the settings in the site's database; returns '', or a sentence when they stay).
 */
function tracker_setup_page($site, $page, $input)
{
    $said = '';
    $do = $input !== null && isset($input['do']) && is_string($input['do']) ? $input['do'] : '';
    $begins = array('begin' => 'tracker_setup_begin', 'update' => 'tracker_setup_begin', 'repair' => 'tracker_setup_repair');
    if (isset($begins[$do])) {
        $problem = tracker_setup_alone($begins[$do], $site, $input);
        if ($problem === TRACKER_SETUP_BUSY) {
            return tracker_setup_busy();
        }
        $said = $problem === null ? '' : tracker_setup_says('problem', $problem);
    } elseif ($do === 'remove') {
        return tracker_setup_removed($site, $page, $input);
    }
    $now = tracker_setup_now($site);
    if ($now['place'] !== null && $do === 'panel') {
        $said = tracker_setup_panel($site, $now['place'], $input);
        $now = tracker_setup_now($site);
    } elseif ($now['place'] !== null && $do === 'choose') {
        $settings = tracker_start_settings($now['place']);
        $sleeps = isset($input['sleeps']) && $input['sleeps'] === 'yes' && $settings['startBy'] !== 'cron';
        $isKept = tracker_setup_decide($site, $now['place'], array('sleeps' => $sleeps));
        $said = $isKept ? tracker_setup_says('good', 'Kept. It counts from the next start of the server.') : tracker_setup_says('problem', tracker_setup_full($now['place'] . '/folder.json'));
    } elseif ($do === 'flight') {
        $said = tracker_setup_flight($page);
    } elseif ($do === 'check') {
        call_user_func($page['ask'], '/host-setup/checks/again');
    }
    if ($now['step'] === 'unpack') {
        return tracker_setup_unpacking($site, $now, $page, $said);
    }
    if ($now['step'] === 'start' || $now['step'] === 'runs') {
        @unlink($now['place'] . '/unpack.txt');
    }
    if ($now['step'] === 'runs') {
        tracker_remove_packed($site['parts']);
    }
    $show = array('look' => 'tracker_setup_looking', 'parts' => 'tracker_setup_missing', 'update' => 'tracker_setup_updating', 'start' => 'tracker_setup_starting', 'runs' => 'tracker_setup_running');
    return call_user_func($show[$now['step']], $site, $now, $page, $said);
}

function tracker_setup_says($kind, $sentence)
{
    return '<p class="tracker-' . $kind . '" role="' . ($kind === 'problem' ? 'alert' : 'status') . '">' . tracker_html($sentence) . '</p>';
}

function tracker_setup_busy()
{
    return array('html' => tracker_setup_says('wait', TRACKER_SETUP_BUSY), 'refresh' => 3);
}

/* A form with the token; $inner is HTML. */
function tracker_setup_form($page, $do, $button, $inner = '')
{
    return '<form method="post" action="' . tracker_html($page['action']) . '">' . $page['hidden'] . '<input type="hidden" name="do" value="' . tracker_html($do) . '">'
        . $inner . '<p><button type="submit" class="btn btn-success">' . tracker_html($button) . '</button></p></form>';
}

function tracker_setup_looking($site, $now, $page, $said)
{
    $findings = tracker_look($site);
    $blocked = array();
    foreach ($findings as $finding) {
        if ($finding['level'] === 'serious' || $finding['name'] === 'parts') {
            $blocked[] = $finding['name'];
        }
    }
    $never = array_intersect($blocked, array('zlib', 'random', 'machine', 'libc', 'parts'));
    $problem = $now['problem'] === null ? '' : tracker_setup_says('problem', $now['problem'][1]);
    $html = $said . $problem . '<h2>What was found on this host</h2>' . tracker_setup_findings($findings);
    if (count($never) > 0 || $now['problem'] !== null) {
        return array('html' => $html . '<p>Tracker cannot be set up before that is changed. Then open this page again.</p>', 'refresh' => null);
    }
    $place = '<p><label for="tracker-place">Private folder (leave it empty for the one above)</label><br><input type="text" class="form-control" id="tracker-place" name="place" value="" placeholder="/home/you/tracker"></p>';
    $button = count($blocked) === 0 ? 'Set up Tracker ' . $now['packed'] : ($blocked === array('place') ? 'Set it up in this folder' : 'Try it nevertheless');
    return array('html' => $html . tracker_setup_form($page, 'begin', $button, $place), 'refresh' => null);
}

/* A list of array('level' => 'ok' | 'warning' | 'serious', 'says', 'cure'): of this host, or what the server says of the site. */
function tracker_setup_findings($findings)
{
    $marks = array('ok' => 'Good', 'warning' => 'Note', 'serious' => 'Problem');
    $rows = '';
    foreach ($findings as $finding) {
        $rows .= '<li class="tracker-' . tracker_html($finding['level']) . '"><strong>' . $marks[$finding['level']] . ':</strong> ' . tracker_html($finding['says'])
            . ($finding['cure'] === '' ? '' : ' <em>' . tracker_html($finding['cure']) . '</em>') . '</li>';
    }
    return '<ul class="tracker-findings">' . $rows . '</ul>';
}

/* What the server finds at the site, as array('html', 'refresh'): while it still looks, the page loads itself again. */
function tracker_setup_checked($page, $isQuiet)
{
    list($looked) = call_user_func($page['ask'], '/host-setup/checks');
    if (!is_array($looked) || !isset($looked['findings'], $looked['isRunning']) || !is_array($looked['findings'])) {
        return array('html' => '', 'refresh' => null);
    }
    $html = $looked['isRunning']
        ? '<p role="status">Tracker looks at the site, as a visitor of it would. What it finds shows here in a minute; <a href="' . tracker_html($page['action']) . '">look now</a>.</p>'
        : tracker_setup_findings($looked['findings']) . tracker_setup_form($page, 'check', 'Look again');
    return array('html' => '<h2>What Tracker found at this site</h2>' . $html, 'refresh' => $looked['isRunning'] && $isQuiet ? 5 : null);
}

function tracker_setup_missing($site, $now, $page, $said)
{
    $says = $now['problem'] === null
        ? 'The packed program is not in ' . $site['parts'] . '. Upload the folder program with all its parts again, then open this page.'
        : $now['problem'][1];
    return array('html' => $said . tracker_setup_says('problem', $says) . tracker_setup_leave($page), 'refresh' => null);
}

function tracker_setup_updating($site, $now, $page, $said)
{
    $from = $now['version'] === '' ? 'No version runs yet' : 'Version ' . $now['version'] . ' is set up';
    $html = $said . '<p>' . tracker_html($from . '; version ' . $now['packed'] . ' was uploaded.') . '</p>';
    return array('html' => $html . tracker_setup_form($page, 'update', 'Unpack version ' . $now['packed']), 'refresh' => null);
}

function tracker_setup_unpacking($site, $now, $page, $said)
{
    $unverified = '';
    if ($now['version'] !== '') {
        // The program that is there already verifies the new one and unpacks it.
        list($answer, $problem) = call_user_func($page['ask'], '/host-setup/update');
        $state = is_array($answer) && isset($answer['update'], $answer['says']) ? $answer['update'] : '';
        if ($state === 'running' || $state === 'done') {
            return array('html' => $said . tracker_setup_says('wait', $answer['says'] . ' This page loads itself again.'), 'refresh' => 2);
        }
        if ($state === 'refused') {
            @unlink($now['place'] . '/unpack.txt');
            return array('html' => $said . tracker_setup_again($page, $answer['says']), 'refresh' => null);
        }
        if ($answer === null && tracker_start_accepts($now['place'])) {
            return array('html' => $said . tracker_setup_says('wait', (string) $problem) . tracker_setup_leave($page), 'refresh' => 3);
        }
        $unverified = tracker_setup_says('wait', $state === 'unknown' ? $answer['says'] : 'Tracker does not run: who made the upload is not verified.');
    }
    $step = tracker_setup_alone('tracker_setup_unpack', $site, null);
    if ($step === TRACKER_SETUP_BUSY) {
        return tracker_setup_busy();
    }
    if ($step['problem'] !== null) {
        return array('html' => $said . tracker_setup_again($page, $step['problem']), 'refresh' => null);
    }
    if ($step['all'] > 0 && $step['done'] >= $step['all'] && tracker_start_accepts($now['place'])) {
        // The next start takes the new one.
        tracker_setup_end($now['place'], $page);
    }
    $percent = $step['all'] > 0 ? (int) floor(100 * $step['done'] / $step['all']) : 0;
    $html = '<p role="status">Unpacking: ' . $percent . ' %. This page loads itself again; <a href="' . tracker_html($page['action']) . '">go on</a> if it does not.</p>'
        . '<p><progress max="100" value="' . $percent . '">' . $percent . ' %</progress></p>';
    return array('html' => $said . $unverified . $html, 'refresh' => 1);
}

function tracker_setup_again($page, $problem)
{
    return tracker_setup_says('problem', $problem) . tracker_setup_form($page, 'update', 'Unpack again') . tracker_setup_leave($page);
}

/* Asks the server to end and waits until it writes nothing to its place any more: null, or the sentence when it still runs. */
function tracker_setup_end($place, $page)
{
    list($answer, $problem) = call_user_func($page['ask'], '/host-setup/stop');
    for ($tries = 0; $tries < 50 && $answer !== null && (tracker_start_accepts($place) || @is_file($place . '/server.pid')); $tries++) {
        usleep(200000);
        clearstatcache();
    }
    return tracker_start_accepts($place) ? 'The server could not be ended' . ($problem === null ? '.' : ': ' . $problem) : null;
}

function tracker_setup_starting($site, $now, $page, $said)
{
    $start = tracker_setup_start($site, $now['place']);
    if ($start['code'] === 'start-by-cron') {
        $html = '<p>PHP may start no program here, so cron has to. In your panel, under “Cron jobs”, add this line; this page turns green within a minute of its first run.</p>';
        return array('html' => $said . $html . tracker_setup_cron($now['place']) . tracker_setup_app($page, $now['place']) . tracker_setup_leave($page), 'refresh' => $said === '' ? 10 : null);
    }
    $html = $start['problem'] === null
        ? '<p role="status">Tracker is being started. This page loads itself again; <a href="' . tracker_html($page['action']) . '">look now</a> if it does not.</p>'
        : tracker_setup_says('problem', $start['problem']);
    if ($start['log'] !== '') {
        $html .= '<p>The last lines of its log:</p><pre>' . tracker_html($start['log']) . '</pre>';
    }
    if ($now['packed'] !== '') {
        $html .= '<p>' . tracker_html('Version ' . $now['packed'] . ' lies in ' . $site['parts'] . ': where it does not start, it can be unpacked once more.') . '</p>'
            . tracker_setup_form($page, 'repair', 'Unpack version ' . $now['packed'] . ' again');
    }
    $settings = tracker_start_settings($now['place']);
    $html .= $settings['startBy'] === 'passenger' ? tracker_setup_app($page, $now['place']) : '';
    return array('html' => $said . $html . tracker_setup_leave($page), 'refresh' => 3);
}

function tracker_setup_running($site, $now, $page, $said)
{
    $decided = json_decode(tracker_place_text($now['place'], 'folder.json'), true);
    $decided = is_array($decided) ? $decided : array();
    $asked = tracker_setup_ask($site);
    $html = $said . tracker_setup_says('good', 'Tracker ' . $now['version'] . ' runs.');
    if ($asked['state'] === 'ok') {
        $html .= tracker_setup_says('good', $asked['says'] . ' Pilots can fly.');
    } else {
        $html .= tracker_setup_says($asked['state'] === 'wrong' ? 'problem' : 'wait', $asked['says'])
            . '<p id="tracker-asked">Open <a href="' . tracker_html($site['statusPath']) . '">' . tracker_html($site['statusPath']) . '</a>: it must begin with <code>{"success":true</code>.</p>' . tracker_setup_script($site);
    }
    $html .= '<p><a class="btn btn-primary" href="' . tracker_html($page['operator']) . '">Operator’s pages</a></p>';
    $looked = tracker_setup_checked($page, $said === '');
    $html .= $looked['html'] . '<h2>Keep it running</h2>' . tracker_setup_cron($now['place']);
    $isByCron = !isset($decided['startBy']) || $decided['startBy'] === 'cron';
    $html .= $isByCron
        ? '<p>PHP may start no program here: without this line Tracker does not come back when the host ends it.</p>'
        : '<p>Not necessary here: the next call of a client, or the next visitor, starts Tracker when the host ended it. With the line it is back before anybody waits.</p>' . tracker_setup_sleep($page, $decided);
    if ($isByCron || $decided['startBy'] === 'passenger') {
        $html .= tracker_setup_app($page, $now['place']);
    }
    $html .= '<h2>Test flight</h2><p>Your own pilot’s newest bid is flown as a client does it: started, three positions on the ground, cancelled, never filed; the bid stays. '
        . 'Add-ons of the site that listen to flights see it begin and end like any other: a live map may show it for some seconds, a message may be posted. No hours, money or rank come of it.</p>'
        . tracker_setup_form($page, 'flight', 'Fly the test flight');
    return array('html' => $html . tracker_setup_leave($page), 'refresh' => $looked['refresh']);
}

/* Where the host's own firewall is in the way, the visitor's browser asks the same address. */
function tracker_setup_script($site)
{
    $address = json_encode($site['statusPath'], JSON_HEX_TAG | JSON_HEX_AMP | JSON_HEX_APOS | JSON_HEX_QUOT);
    return '<script>(function ask(tries){function p(says,kind){var at=document.getElementById("tracker-asked");if(says)at.textContent=says;at.className="tracker-"+kind}'
        . 'fetch(' . $address . ',{redirect:"error"}).then(function(r){return r.json()}).then(function(said){if(!said||said.success!==true)throw 0;p("Your browser reaches it through the site. Pilots can fly.","good")})'
        . '.catch(function(){if(tries>0)setTimeout(ask,5000,tries-1);else p("","problem")})})(12)</script>';
}

function tracker_setup_cron($place)
{
    return '<p>For cron, every minute:</p><pre>' . tracker_html('* * * * * sh ' . $place . '/keep >/dev/null 2>&1') . '</pre>'
        . '<p>Back within a minute. Each run is a look by the shell, 1,440 times a day; some hosts count them. Or every five minutes, a fifth of that, and back within five:</p><pre>'
        . tracker_html('*/5 * * * * sh ' . $place . '/keep >/dev/null 2>&1') . '</pre>';
}

/* Where the panel starts programs of Node: what to enter there, and the address that the panel gives it. */
function tracker_setup_app($page, $place)
{
    $settings = tracker_start_settings($place);
    $field = '<p><label for="tracker-wake">Its address, as the panel shows it (empty: without it)</label><br><input type="text" class="form-control" id="tracker-wake" name="wake" value="'
        . tracker_html($settings['wake']) . '" placeholder="https://…"></p>';
    return '<details' . ($settings['wake'] === '' ? '' : ' open') . '><summary>Or by “Setup Node.js App” of your panel</summary><p>Make an application there, of any version of Node. It only starts Tracker, and the site calls it where Tracker does not run.</p><dl><dt>Application root</dt><dd><code>'
        . tracker_html($place) . '</code></dd><dt>Application startup file</dt><dd><code>app.cjs</code></dd><dt>Application URL</dt><dd>an address of your account that nothing else uses</dd></dl>'
        . tracker_setup_form($page, 'panel', 'Start it by this application', $field) . '</details>';
}

/* Keeps the address of the panel's application, and returns what to say. */
function tracker_setup_panel($site, $place, $input)
{
    $wake = isset($input['wake']) && is_string($input['wake']) ? trim($input['wake']) : '';
    if ($wake !== '' && !preg_match('#^https?://[A-Za-z0-9.\[\]:-]+(/[\x21-\x7e]*)?$#D', $wake)) {
        return tracker_setup_says('problem', 'The address must begin with https:// or http:// and a name: ' . $wake);
    }
    if (!tracker_setup_decide($site, $place, array('wake' => $wake))) {
        return tracker_setup_says('problem', tracker_setup_full($place . '/folder.json'));
    }
    return $wake === '' ? '' : tracker_setup_try_panel($wake);
}

/* Asks the panel's application once, as each start does, and returns what to say when something else answers there. */
function tracker_setup_try_panel($wake)
{
    $answer = tracker_http_get($wake, 10);
    $said = $answer === null ? null : json_decode($answer['body'], true);
    if ($answer === null || isset($said['server']) || isset($said['error']['code'])) {
        return '';
    }
    return tracker_setup_says('problem', 'At ' . $wake . ' does not answer what starts Tracker (status ' . $answer['status'] . '). Compare root and startup file in the panel with those below, restart the application there, and check its address.');
}

function tracker_setup_sleep($page, $decided)
{
    $sleeps = isset($decided['sleeps']) && $decided['sleeps'] === true;
    $choice = '<p><label><input type="radio" name="sleeps" value="no"' . ($sleeps ? '' : ' checked') . '> It always runs.</label><br>'
        . '<label><input type="radio" name="sleeps" value="yes"' . ($sleeps ? ' checked' : '') . '> It ends when nobody has flown for an hour, and the next call wakes it. That call waits some seconds. Choose this where the host limits memory.</label></p>';
    return tracker_setup_form($page, 'choose', 'Keep this choice', $choice);
}

function tracker_setup_flight($page)
{
    list($answer, $problem) = call_user_func($page['ask'], '/host-setup/flight');
    $says = is_array($answer) && isset($answer['says']) && is_string($answer['says']) ? $answer['says'] : (string) $problem;
    $says = $says === '' ? 'The server refused the test flight: is it of the version of this folder?' : $says;
    $isGood = is_array($answer) && isset($answer['success']) && $answer['success'] === true;
    return tracker_setup_says($isGood ? 'good' : 'problem', $says);
}

function tracker_setup_leave($page)
{
    $inner = '<p>Ends Tracker and takes away the program and what set-up made. Flights, PIREPs that still wait for delivery, and settings stay, unless you say so:</p>'
        . '<p><label><input type="checkbox" name="data" value="delete"> Delete them too. They cannot be brought back.</label></p>';
    return '<details><summary>Remove Tracker from this host</summary>' . tracker_setup_form($page, 'remove', 'Remove Tracker', $inner) . '</details>';
}

function tracker_setup_removed($site, $page, $input)
{
    $now = tracker_setup_now($site);
    // One that is being started is waited for; of one that was killed the number is left, and nobody comes.
    for ($tries = 0; $tries < 40 && $now['place'] !== null && @is_file($now['place'] . '/server.pid') && !tracker_start_accepts($now['place']); $tries++) {
        usleep(200000);
        clearstatcache();
    }
    $problem = $now['place'] !== null && tracker_start_accepts($now['place']) ? tracker_setup_end($now['place'], $page) : null;
    if ($problem !== null) {
        return array('html' => tracker_setup_says('problem', $problem . ' Nothing was removed.'), 'refresh' => null);
    }
    $stays = tracker_setup_alone('tracker_setup_remove', $site, $input);
    if ($stays === TRACKER_SETUP_BUSY) {
        return tracker_setup_busy();
    }
    $html = tracker_setup_says('good', 'Tracker’s program was removed.') . '<p>What stays:</p><ul>';
    $isWhole = isset($input['data']) && $input['data'] === 'delete';
    $table = $isWhole && isset($page['forget']) ? call_user_func($page['forget']) : 'The table tracker_config keeps your settings for a later set-up; with the box for deleting them it is removed too.';
    $last = $site['phpvms'] === 7
        ? 'The module itself: disable Tracker under Admin → Addons first, and only then delete modules/Tracker in the file manager or by FTP.' . ($table === '' ? '' : ' ' . $table)
        : 'va_config.php, if you wrote one, and files in acars/ that are not Tracker’s.';
    foreach (array_merge($stays, array($last, 'The line for cron, if you added one: take it out in your panel.')) as $each) {
        $html .= '<li>' . tracker_html($each) . '</li>';
    }
    return array('html' => $html . '</ul>', 'refresh' => null, 'isRemoved' => true);
}

/* A page of its own, for a platform whose frame is not used. */
function tracker_setup_frame($title, $html, $refresh, $action)
{
    $again = $refresh === null ? '' : '<meta http-equiv="refresh" content="' . (int) $refresh . ';url=' . tracker_html($action) . '">';
    return '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">' . $again
        . '<title>' . tracker_html($title) . '</title><style>' . tracker_setup_style()
        . 'body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1c2330;background:#fff}button,.btn{font:inherit;padding:.5rem 1rem;border:0;border-radius:4px;background:#1b5fa8;color:#fff;text-decoration:none}input[type=text]{font:inherit;width:100%;padding:.4rem;box-sizing:border-box}</style></head><body><h1>'
        . tracker_html($title) . '</h1>' . $html . '</body></html>';
}

function tracker_setup_style()
{
    return '.tracker-good,.tracker-problem,.tracker-wait{padding:.5rem .8rem;border-left:4px solid}.tracker-good{border-color:#1e7d34;background:#eaf6ec}.tracker-problem{border-color:#b3261e;background:#fbecea}.tracker-wait{border-color:#8a6100;background:#fdf5e2}'
        . '.tracker-findings li{margin:.3rem 0}.tracker-serious strong{color:#b3261e}.tracker-warning strong{color:#8a6100}.tracker-ok strong{color:#1e7d34}pre{overflow-x:auto;padding:.6rem;background:#f2f4f7}';
}
