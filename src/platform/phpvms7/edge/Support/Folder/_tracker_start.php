<?php
// Made by npm run generate from _tracker_start.php of phpVMS 5's edge.
// Tracker edge 1.2.0-5
/*
 * Starts the server of a private place where it does not run: one starter at a time, with growing waits between tries, detached from the
 * request that asked. Plain PHP 5.6, and nothing of a platform: the module of version 7 has a copy of this file.
 */
if (!defined('TRACKER_EDGE')) {
    http_response_code(403);
    exit;
}

/* Longest wait between two tries, in seconds; number of calls that wait for one start, each of which holds a PHP worker: others are refused at once. */
define('TRACKER_START_WAIT', 60);
define('TRACKER_START_WAITERS', 4);
/* While one starts, a client asks again after at most so many seconds: the server is often there long before the next try would be due. */
define('TRACKER_START_AGAIN', 15);
/* Within this time after a try the server may still be coming up, in seconds. */
define('TRACKER_START_SECONDS', 8);
/* The program keeps its log below this; one that cannot run at all leaves a line for each try. */
define('TRACKER_START_LOG_BYTES', 1100000);

/*
 * Returns at once: 'state' is 'started' (it runs, or was started by this call), 'starting' (by another call, a moment ago), 'waiting'
 * (the last try was too short a time ago) or 'cannot'; 'problem' is null, or a code and a sentence; 'seconds': when to try again.
 */
function tracker_start($place)
{
    $lock = @fopen($place . '/start.lock', 'c');
    if ($lock === false) {
        return tracker_start_state('cannot', 60, array('place-not-writable', 'The private folder of the tracking server cannot be written.'));
    }
    $isBusy = 0;
    $isMine = @flock($lock, LOCK_EX | LOCK_NB, $isBusy);
    // A file system without locks refuses too, and says that nobody holds it: then the waits are all there is, and the server itself.
    $state = !$isMine && $isBusy ? tracker_start_state('starting', 1) : tracker_start_alone($place);
    // By name: a child that inherited the file would keep what is only closed.
    @flock($lock, LOCK_UN);
    fclose($lock);
    return $state;
}

/* Starts the server and waits for at most so many seconds until it accepts connections. False when it does not, or too many wait already. */
function tracker_wake($place, $seconds)
{
    $problem = tracker_woken($place, $seconds);
    return $problem === null;
}

/* Null when the server accepts connections within so many seconds; else a code, a sentence for clients, and after how many seconds to try again. */
function tracker_woken($place, $seconds)
{
    $end = microtime(true) + $seconds;
    $waiter = $seconds > 0 ? tracker_start_waiter($place) : null;
    do {
        if (tracker_start_accepts($place)) {
            return null;
        }
        $start = tracker_start($place);
        $left = $end - microtime(true);
        if ($start['state'] === 'cannot') {
            $isCron = $start['problem'][0] === 'start-by-cron';
            $says = $isCron ? 'The tracking server is started within a few minutes; try again then.' : 'The tracking server does not run and cannot be started from here: its operator finds the reason on the set-up page.';
            return $isCron ? array('server-waking', $says, TRACKER_START_AGAIN) : array('server-not-started', $says, $start['seconds']);
        }
        if ($waiter === null || $left <= 0 || ($start['state'] === 'waiting' && $start['seconds'] > $left)) {
            $again = min(TRACKER_START_AGAIN, max(5, $start['seconds']));
            return array('server-waking', 'The tracking server is being started; try again in ' . $again . ' seconds.', $again);
        }
        usleep(100000);
    } while (true);
}

/* Where the server of this place listens: 'unix:/path' or 'host:port'. */
function tracker_start_address($place)
{
    $settings = tracker_start_settings($place);
    return is_string($settings['listen']) && $settings['listen'] !== '' ? $settings['listen'] : 'unix:' . $place . '/tracker.sock';
}

function tracker_start_settings($place)
{
    $read = json_decode(tracker_place_text($place, 'folder.json'), true);
    return (is_array($read) ? $read : array()) + array('startBy' => '', 'listen' => '', 'wake' => '');
}

function tracker_start_accepts($place)
{
    $address = tracker_start_address($place);
    $number = 0;
    $message = '';
    $url = strpos($address, 'unix:') === 0 ? 'unix://' . substr($address, 5) : 'tcp://' . $address;
    $stream = @stream_socket_client($url, $number, $message, 1);
    if ($stream === false) {
        return false;
    }
    fclose($stream);
    return true;
}

/* One of the few places for calls that wait, held until the request ends; null when all are taken. */
function tracker_start_waiter($place)
{
    static $held = null;
    for ($number = 1; $held === null && $number <= TRACKER_START_WAITERS; $number++) {
        $file = @fopen($place . '/start.wait' . $number, 'c');
        $isBusy = 0;
        if ($file !== false && (@flock($file, LOCK_EX | LOCK_NB, $isBusy) || !$isBusy)) {
            $held = $file;
        }
    }
    return $held;
}

function tracker_start_state($state, $seconds, $problem = null)
{
    return array('state' => $state, 'seconds' => $seconds, 'problem' => $problem);
}

/* What one starter does. */
function tracker_start_alone($place)
{
    if (tracker_start_accepts($place)) {
        return tracker_start_state('started', 0);
    }
    $now = time();
    $tried = json_decode(tracker_place_text($place, 'start.json'), true);
    $tries = is_array($tried) && isset($tried['tries']) && is_int($tried['tries']) ? max(0, $tried['tries']) : 0;
    $at = is_array($tried) && isset($tried['at']) && is_int($tried['at']) ? $tried['at'] : 0;
    $wait = $tries === 0 ? 0 : min(TRACKER_START_WAIT, 1 << min($tries - 1, 6));
    $left = $at > $now + 1 ? 0 : $at + $wait - $now;
    if ($left > 0) {
        return tracker_start_state($now - $at < TRACKER_START_SECONDS ? 'starting' : 'waiting', $left);
    }
    $settings = tracker_start_settings($place);
    $version = tracker_place_text($place, 'program.txt');
    $program = $place . '/program/' . $version . '/tracker';
    if (!preg_match('/^\d[\w.+-]*$/D', $version) || !@is_file($program)) {
        return tracker_start_state('cannot', 60, array('no-program', 'The program of the tracking server is not unpacked, or not whole.'));
    }
    if ($settings['startBy'] === 'cron') {
        return tracker_start_state('cannot', 60, array('start-by-cron', 'PHP may start no program on this host; a cron line starts the server.'));
    }
    $by = $settings['startBy'] === 'passenger' && $settings['wake'] !== '' ? 'passenger' : tracker_start_means($settings['startBy']);
    if ($by === null) {
        return tracker_start_state('cannot', 60, array('nothing-starts', 'PHP may start no program on this host: proc_open, exec, popen and shell_exec are all switched off.'));
    }
    if ((int) @filesize($place . '/server.log') > TRACKER_START_LOG_BYTES) {
        @rename($place . '/server.log', $place . '/server.log.1');
    }
    // Before the start, whatever becomes of this request then. A server that is there sets the tries back to none.
    $since = $now - $at > max(10, 2 * $wait) || $at > $now + 1 ? 0 : $tries;
    $note = array('at' => $now, 'tries' => $since + 1, 'by' => $by, 'problem' => null);
    if (!tracker_place_write($place, 'start.json', json_encode($note))) {
        return tracker_start_state('cannot', 60, array('place-not-writable', 'The private folder of the tracking server cannot be written, or its disk is full.'));
    }
    $isDone = $by === 'passenger' ? tracker_start_by_url((string) $settings['wake']) : tracker_start_by($by, tracker_start_line($place, $program));
    if (!$isDone) {
        $note['problem'] = array('start-failed', 'The program could not be started by ' . $by . '.');
        tracker_place_write($place, 'start.json', json_encode($note));
        return tracker_start_state('cannot', min(TRACKER_START_WAIT, 1 << min($since, 6)), $note['problem']);
    }
    return tracker_start_state('started', 1);
}

/* The function of PHP by which a program is started: the chosen one, or the first that this host allows. */
function tracker_start_means($chosen)
{
    foreach (array($chosen, 'proc_open', 'exec', 'popen', 'shell_exec') as $name) {
        if (in_array($name, array('proc_open', 'exec', 'popen', 'shell_exec'), true) && function_exists($name)) {
            return $name;
        }
    }
    return null;
}

/*
 * A line for sh that starts the program in the background and prints one word. Nothing of PHP's process goes with it: not its
 * environment, not its working directory, not its files, among which are the web server's socket and the visitor's connection (sh can
 * name those up to 9; the program closes the others). It is in a session of its own and has low priority, where the host has the tools
 * for that; else it detaches itself.
 */
function tracker_start_line($place, $program)
{
    $home = tracker_start_word($place);
    $run = tracker_start_word($program) . ' keep --place ' . $home;
    $clean = 'PATH=/usr/local/bin:/usr/bin:/bin HOME=' . $home . ' LANG=C';
    $background = 'cd ' . $home . ' || exit 1; trap "" HUP; s= n=; '
        . 'command -v setsid >/dev/null 2>&1 && s=setsid; command -v nice >/dev/null 2>&1 && n="nice -n 5"; '
        . 'if command -v env >/dev/null 2>&1; then exec $n $s env -i ' . $clean . ' ' . $run . '; fi; exec $n $s ' . $run;
    $closed = ' 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-';
    return 'PATH=$PATH:/usr/local/bin:/usr/bin:/bin; ( ' . $background . ' ) </dev/null >>' . tracker_start_word($place . '/server.log') . ' 2>&1'
        . $closed . ' & echo tracker-started';
}

/* One word of sh. Not escapeshellarg: hosts switch it off, and it drops bytes that the locale does not have. */
function tracker_start_word($text)
{
    return "'" . str_replace("'", "'\\''", $text) . "'";
}

/* Whether sh ran the line; it ends at once. */
function tracker_start_by($by, $line)
{
    $said = '';
    if ($by === 'proc_open') {
        $pipes = array();
        $ends = array(array('pipe', 'r'), array('pipe', 'w'), array('pipe', 'w'));
        $process = @proc_open($line, $ends, $pipes, null, array('PATH' => '/usr/local/bin:/usr/bin:/bin'));
        if (!is_resource($process)) {
            return false;
        }
        fclose($pipes[0]);
        $said = (string) stream_get_contents($pipes[1]);
        fclose($pipes[1]);
        fclose($pipes[2]);
        proc_close($process);
    } elseif ($by === 'exec') {
        $said = (string) @exec($line . ' 2>/dev/null');
    } elseif ($by === 'popen') {
        $pipe = @popen($line . ' 2>/dev/null', 'r');
        if ($pipe === false) {
            return false;
        }
        $said = (string) stream_get_contents($pipe);
        pclose($pipe);
    } else {
        $said = (string) @shell_exec($line . ' 2>/dev/null');
    }
    return strpos($said, 'tracker-started') !== false;
}

/* Under Passenger a request to the program's own address makes the web server start it. What it answers does not matter. */
function tracker_start_by_url($url)
{
    if (!preg_match('#^https?://#', $url)) {
        return false;
    }
    require_once __DIR__ . '/_tracker_places.php';
    tracker_http_get($url, 1);
    // One that takes longer has been asked all the same.
    return true;
}
