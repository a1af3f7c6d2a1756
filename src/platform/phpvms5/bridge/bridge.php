<?php
/*
 * Calls a few functions of a phpVMS 5 in its own PHP. Run by Tracker's server, as the owner of the crew center's files:
 * one JSON request on standard input, one JSON reply on file descriptor 3. Output of the platform is discarded.
 * PHP 5.3 and up; everything is named so that no global of a fork is hit.
 */
$tracker_request = json_decode(stream_get_contents(STDIN), true);
$tracker_answered = false;

function tracker_answer($answer)
{
    global $tracker_answered;
    if ($tracker_answered) {
        return;
    }
    $tracker_answered = true;
    file_put_contents('php://fd/3', json_encode($answer));
}

/* The platform dies in many places; a caller must not wait for its time limit then. The text of the error stays here: it may hold what a pilot wrote. */
function tracker_shutdown()
{
    $error = error_get_last();
    tracker_answer(array('died' => $error === null ? 'exit' : 'error on line ' . $error['line'] . ' of ' . basename($error['file'])));
}

/* Static in one fork and not in another; PHP 8 throws an error if called the wrong way. */
function tracker_call($class, $method, $arguments)
{
    $function = new ReflectionMethod($class, $method);
    return $function->invokeArgs($function->isStatic() ? null : new $class(), $arguments);
}

function tracker_has($class, $method)
{
    return class_exists($class) && method_exists($class, $method);
}

/* Only a module that listens can have stopped the filing; it may have said why in $lasterror. */
function tracker_has_listener($event)
{
    $listeners = class_exists('CodonEvent') ? CodonEvent::$listeners : null;
    foreach (is_array($listeners) ? $listeners : array() as $events) {
        if (!$events || in_array($event, (array) $events)) {
            return true;
        }
    }
    return false;
}

/* The last listener of an event: where it was not reached, a module before it stopped the event. */
class TrackerWitness
{
    public $saw = false;

    public function EventListener($event)
    {
        $this->saw = true;
    }
}

/* Listeners are found by their name, in capitals, among the globals. */
function tracker_witness($event)
{
    $GLOBALS['TRACKERWITNESS'] = new TrackerWitness();
    if (class_exists('CodonEvent') && is_array(CodonEvent::$listeners)) {
        CodonEvent::$listeners['TRACKERWITNESS'] = array($event);
    }
    return $GLOBALS['TRACKERWITNESS'];
}

/* The lock lies in the platform's own connection, so that it lasts as long as this process, whatever becomes of the server that started it. */
function tracker_row($sql)
{
    $row = DB::get_row($sql);
    return is_object($row) ? $row : new stdClass();
}

function tracker_can_lock()
{
    $row = tracker_has('DB', 'get_row') ? tracker_row('SELECT CONNECTION_ID() AS found') : null;
    return $row !== null && !empty($row->found);
}

function tracker_file($pilot, $data, $guard)
{
    if (!preg_match('/^[A-Za-z0-9:]+$/', $guard['lock'])) {
        return array('filed' => false, 'reason' => 'no lock');
    }
    /* Of a machine that vanished, the database would keep the lock for hours. A listener may be slow. */
    if (tracker_has('DB', 'query')) {
        DB::query('SET SESSION wait_timeout = 300');
    }
    $row = tracker_row("SELECT GET_LOCK('" . $guard['lock'] . "', 5) AS found");
    if (empty($row->found)) {
        return array('busy' => true);
    }
    $row = tracker_row('SELECT COUNT(*) AS found FROM ' . $guard['table'] . ' WHERE pilotid = ' . (int) $pilot
        . ' AND LOCATE(0x' . bin2hex($guard['mark']) . ', rawdata) > 0');
    if (!empty($row->found)) {
        return array('filed' => true);
    }
    PIREPData::$lasterror = null;
    $canStop = tracker_has_listener('pirep_prefile');
    $witness = tracker_witness('pirep_prefile');
    $filed = tracker_call('ACARSData', 'FilePIREP', array($pilot, $data));
    $reason = isset(PIREPData::$lasterror) ? (string) PIREPData::$lasterror : '';
    return array('filed' => (bool) $filed, 'reason' => $reason, 'isStopped' => $canStop && !$witness->saw);
}

/* False when a module that listens says stop. */
function tracker_dispatch($event, $schedule)
{
    return !tracker_has('CodonEvent', 'Dispatch') || CodonEvent::Dispatch($event, 'Schedules', $schedule) !== false;
}

/* Modules that listen look for the pilot where a login leaves it. */
function tracker_sign_in($pilot)
{
    if (!class_exists('Auth') || !tracker_has('PilotData', 'getPilotData')) {
        return;
    }
    $found = tracker_call('PilotData', 'getPilotData', array($pilot));
    foreach (array('pilot' => $found, 'userinfo' => $found, 'pilotid' => $pilot) as $name => $value) {
        if (property_exists('Auth', $name)) {
            $property = new ReflectionProperty('Auth', $name);
            $property->setValue(null, $value);
        }
    }
}

/* As core/modules/Schedules/Schedules.php, addbid; a booking add-on takes the aircraft too. */
function tracker_add_bid($pilot, $schedule, $aircraft)
{
    tracker_sign_in($pilot);
    if (!tracker_dispatch('bid_preadd', $schedule)) {
        return array('stopped' => true);
    }
    $arguments = $aircraft === null ? array($pilot, $schedule) : array($pilot, $schedule, $aircraft);
    if (tracker_call('SchedulesData', 'addBid', $arguments)) {
        tracker_dispatch('bid_added', $schedule);
    }
    return array('stopped' => false);
}

function tracker_run($request)
{
    if ($request['call'] === 'functions') {
        return array(
            'php' => PHP_VERSION,
            'latestBid' => tracker_has('SchedulesData', 'getLatestBid'),
            'filePirep' => tracker_has('ACARSData', 'FilePIREP') && tracker_can_lock(),
            'addBid' => tracker_has('SchedulesData', 'addBid'),
            'removeBid' => tracker_has('SchedulesData', 'removeBid'),
        );
    }
    if ($request['call'] === 'latestBid') {
        $bid = tracker_call('SchedulesData', 'getLatestBid', array($request['pilot']));
        return array('bid' => is_object($bid) && isset($bid->bidid) ? (string) $bid->bidid : null);
    }
    if ($request['call'] === 'addBid') {
        return tracker_add_bid($request['pilot'], $request['schedule'], $request['aircraft']);
    }
    if ($request['call'] === 'removeBid') {
        tracker_call('SchedulesData', 'removeBid', array($request['bid']));
        return array();
    }
    return tracker_file($request['pilot'], $request['data'], $request['guard']);
}

register_shutdown_function('tracker_shutdown');
$_SERVER['REQUEST_URI'] = '/index.php';
$_SERVER['SCRIPT_NAME'] = '/index.php';
$_SERVER['QUERY_STRING'] = '';
$_SERVER['REQUEST_METHOD'] = 'GET';
$_SERVER['REMOTE_ADDR'] = '127.0.0.1';
$_SERVER['HTTP_HOST'] = $tracker_request['host'];
$_SERVER['SERVER_NAME'] = $tracker_request['host'];
ob_start();
chdir($tracker_request['folder']);
require $tracker_request['folder'] . '/core/codon.config.php';
tracker_answer(tracker_run($tracker_request));
while (ob_get_level() > 0) {
    ob_end_clean();
}
