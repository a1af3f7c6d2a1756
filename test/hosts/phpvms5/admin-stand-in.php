<?php
/*
 * Stands in for the bootstrap of a phpVMS 5 where its session matters: who is signed in, by password or by the cookie, and with which rights.
 * signed-in.json beside it says it: {"id", "by": "password" | "cookie", "permissions"}; without it a guest looks.
 */
session_start();
define('FULL_ADMIN', 0x1FFFFFFF);
define('ACCESS_ADMIN', 0x2000);
echo "<br />\n<b>Deprecated</b>: something old in <b>core/x.php</b> on line <b>7</b><br />\n";
if (count($_POST) + count($_GET) > 0 || isset($_COOKIE['VMSAUTH'])) {
    die('the platform saw what was sent to Tracker');
}
$stand_in = json_decode((string) @file_get_contents(__DIR__ . '/signed-in.json'), true);
if (is_array($stand_in) && isset($_COOKIE['who']) && $_COOKIE['who'] === 'staff') {
    $_SESSION['loggedin'] = serialize($stand_in['by'] === 'password' ? 'true' : true);
}

class Auth
{
    public static $userinfo = null;
    public static $usergroups = array();

    public static function LoggedIn()
    {
        return self::$userinfo !== null;
    }
}

class PilotGroups
{
    public static function group_has_perm($groups, $permission)
    {
        foreach ($groups as $group) {
            if (((int) $group->permissions & $permission) === $permission) {
                return true;
            }
        }
        return false;
    }
}

if (isset($_SESSION['loggedin'])) {
    Auth::$userinfo = (object) array('pilotid' => $stand_in['id'], 'firstname' => "Ad\xe9le", 'lastname' => '<b>Min</b>');
    Auth::$usergroups = array((object) array('permissions' => (string) $stand_in['permissions']));
}
