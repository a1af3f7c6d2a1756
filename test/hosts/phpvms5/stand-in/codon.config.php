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

if ($stand_in['kind'] === 'static') {
    class SchedulesData
    {
        public static function getLatestBid($pilotid)
        {
            return $GLOBALS['stand_in_db']->query('SELECT bidid FROM phpvms_bids WHERE bidid <> 1 AND pilotid = ' . $pilotid . ' ORDER BY bidid LIMIT 1')->fetch_object();
        }
    }
} elseif ($stand_in['kind'] !== 'missing') {
    class SchedulesData
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
            switch ($GLOBALS['stand_in']['kind']) {
                case 'dying':
                    throw new Exception('password canary-of-the-host');
                case 'dying late':
                    PIREPData::insert($data);
                    exit('<h1>mail() failed</h1>');
                case 'stopping':
                    CodonEvent::$listeners = array('RULES' => array('pirep_prefile'));
                    return false;
                case 'stopping with a word':
                    CodonEvent::$listeners = array('RULES' => array('pirep_prefile'));
                    PIREPData::$lasterror = 'Too fast for "this" airline';
                    return false;
                case 'slow':
                    stand_in_wait('listening');
                    break;
                case 'failing':
                    PIREPData::$lasterror = 'no';
                    return false;
            }
            echo 'PIREP filed!';
            return PIREPData::insert($data);
        }
    }
}
