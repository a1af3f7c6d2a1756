<?php
/*
 * Stands in for the bootstrap of a phpVMS 5: the classes and functions that the bridge calls, with as much of their behaviour
 * as it can meet. What kind of fork it is, and its database, lie in stand-in.json beside it.
 */
$stand_in = json_decode(file_get_contents(__DIR__ . '/stand-in.json'), true);
/* A slow one waits until the test says go. */
function stand_in_wait($said)
{
    file_put_contents(__DIR__ . '/' . $said, (string) getmypid());
    for ($tries = 0; !file_exists(__DIR__ . '/go') && $tries < 1500; $tries++) {
        usleep(10000);
        clearstatcache();
    }
}

if ($stand_in['kind'] === 'slow to start' && isset($GLOBALS['tracker_request']) && $GLOBALS['tracker_request']['call'] === 'filePirep') {
    stand_in_wait('starting');
}
session_start();
if ($stand_in['kind'] === 'noisy') {
    echo "<br />\n<b>Deprecated</b>: something old in <b>core/x.php</b> on line <b>7</b><br />\n{\"bid\":\"999\",\"filed\":true}";
}
$GLOBALS['stand_in_db'] = new mysqli(null, 'root', '', $stand_in['database'], 0, $stand_in['socket']);

class DB
{
    public static function get_row($sql)
    {
        $result = $GLOBALS['stand_in_db']->query($sql);
        return $result ? $result->fetch_object() : null;
    }
}

class CodonEvent
{
    public static $listeners = array();

    /* In the order of the listeners; the first that stops the event is the last that hears of it (core/classes/CodonEvent.class.php). */
    public static function prefile()
    {
        foreach (self::$listeners as $module => $events) {
            if ($module === 'RULES' && strpos($GLOBALS['stand_in']['kind'], 'stopping') === 0) {
                PIREPData::$lasterror = $GLOBALS['stand_in']['kind'] === 'stopping' ? null : 'Too fast for "this" airline';
                return false;
            }
            if (isset($GLOBALS[$module])) {
                $GLOBALS[$module]->EventListener(array('pirep_prefile', 'PIREPS', array()));
            }
        }
        return true;
    }

    /* What listens writes down what it hears, and from whom it is. */
    public static function Dispatch($event, $origin)
    {
        $heard = array($event, $origin, func_num_args() > 2 ? func_get_arg(2) : null, isset(Auth::$pilot->pilotid) ? Auth::$pilot->pilotid : null);
        file_put_contents(__DIR__ . '/heard', json_encode($heard) . "\n", FILE_APPEND);
        return $GLOBALS['stand_in']['kind'] !== 'stopping';
    }
}

class Auth
{
    public static $pilot;
}

class PilotData
{
    public static function getPilotData($pilotid)
    {
        return (object) array('pilotid' => (int) $pilotid);
    }
}

/* Of the platform's bid functions as they are: no check for other pilots, and a mark that is always cleared. */
class StandInBids
{
    public static function addBid($pilotid, $routeid, $aircraftid = null)
    {
        $db = $GLOBALS['stand_in_db'];
        if ($GLOBALS['stand_in']['kind'] === 'dying') {
            exit('<h1>Critical error</h1>');
        }
        if ($db->query("SELECT 1 FROM phpvms_bids WHERE pilotid = $pilotid AND routeid = $routeid")->num_rows > 0) {
            return false;
        }
        $db->query("INSERT INTO phpvms_bids (pilotid, routeid, dateadded) VALUES ($pilotid, $routeid, NOW())");
        if ($GLOBALS['stand_in']['kind'] === 'dying late') {
            exit('<h1>mail() failed</h1>');
        }
        $db->query('UPDATE phpvms_schedules SET bidid = ' . $db->insert_id . " WHERE id = $routeid");
        return true;
    }

    public static function removeBid($bidid)
    {
        if ($GLOBALS['stand_in']['kind'] === 'dying') {
            exit('<h1>Critical error</h1>');
        }
        $GLOBALS['stand_in_db']->query("DELETE FROM phpvms_bids WHERE bidid = $bidid");
        file_put_contents(__DIR__ . '/heard', json_encode(array('removeBid', $bidid)) . "\n", FILE_APPEND);
        return true;
    }
}

class PIREPData
{
    public static $lasterror;

    public static function insert($data)
    {
        $db = $GLOBALS['stand_in_db'];
        $data['rawdata'] = serialize($data['rawdata']);
        $comment = isset($data['comment']) ? $data['comment'] : '';
        unset($data['comment']);
        $columns = array();
        $values = array();
        foreach ($data as $key => $value) {
            $columns[] = "`$key`";
            $values[] = "'" . $db->real_escape_string($value) . "'";
        }
        $db->query('INSERT INTO phpvms_pireps (' . implode(',', $columns) . ', submitdate) VALUES (' . implode(',', $values) . ', NOW())');
        $id = $db->insert_id;
        if ($comment !== '') {
            $text = $db->real_escape_string($db->real_escape_string($comment));
            $db->query("INSERT INTO phpvms_pirepcomments (pirepid, pilotid, comment, postdate) VALUES ($id, {$data['pilotid']}, '$text', NOW())");
        }
        return true;
    }
}

if (strpos($stand_in['kind'], 'stopping') === 0 || $stand_in['kind'] === 'failing beside a module') {
    CodonEvent::$listeners = array('RULES' => array('pirep_prefile'));
}

if ($stand_in['kind'] === 'static') {
    class SchedulesData extends StandInBids
    {
        public static function getLatestBid($pilotid)
        {
            return $GLOBALS['stand_in_db']->query('SELECT bidid FROM phpvms_bids WHERE bidid <> 1 AND pilotid = ' . $pilotid . ' ORDER BY bidid LIMIT 1')->fetch_object();
        }
    }
} elseif ($stand_in['kind'] !== 'missing') {
    class SchedulesData extends StandInBids
    {
        public function getLatestBid($pilotid)
        {
            if ($GLOBALS['stand_in']['kind'] === 'dying') {
                return self::gone();
            }
            return $GLOBALS['stand_in_db']->query('SELECT bidid FROM phpvms_bids WHERE bidid <> 1 AND pilotid = ' . $pilotid . ' ORDER BY bidid LIMIT 1')->fetch_object();
        }

        public function gone()
        {
            exit('<h1>Critical error</h1>');
        }
    }
}

if ($stand_in['kind'] !== 'missing') {
    class ACARSData
    {
        public static function FilePIREP($pilotid, $data)
        {
            if (!CodonEvent::prefile()) {
                return false;
            }
            switch ($GLOBALS['stand_in']['kind']) {
                case 'dying':
                    throw new Exception('password canary-of-the-host');
                case 'dying late':
                    PIREPData::insert($data);
                    exit('<h1>mail() failed</h1>');
                case 'slow':
                    stand_in_wait('listening');
                    break;
                case 'failing beside a module':
                    return false;
                case 'failing':
                    PIREPData::$lasterror = 'no';
                    return false;
            }
            echo 'PIREP filed!';
            return PIREPData::insert($data);
        }
    }
}
