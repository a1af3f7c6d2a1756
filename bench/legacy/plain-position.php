<?php

/**
 * The yardstick: what a script for positions needs at the least, and no more. One select (the flight of this session),
 * one insert (the position) and one update (the flight's newest place), both on disk when it answers. The two share a
 * transaction, so that they cost one flush and not two.
 */

declare(strict_types=1);

function answer(int $status, string $body): never
{
    http_response_code($status);
    header('Content-Type: application/json');
    header('Content-Length: ' . strlen($body));
    echo $body;
    exit;
}

$body = json_decode((string) file_get_contents('php://input'), true);
if (!is_array($body) || !is_numeric($body['lat'] ?? null) || !is_numeric($body['lon'] ?? null)) {
    answer(422, '{"success":false}');
}

$database = new PDO($_SERVER['PLAIN_DSN'], $_SERVER['PLAIN_USER'], '', [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);

$select = $database->prepare('SELECT id FROM flights WHERE token = ?');
$select->execute([substr($_SERVER['HTTP_AUTHORIZATION'] ?? '', 7)]);
$flight = $select->fetchColumn();
if ($flight === false) {
    answer(401, '{"success":false}');
}

$place = [
    $body['lat'],
    $body['lon'],
    $body['heading'] ?? null,
    $body['altitude_msl'] ?? null,
    $body['gs'] ?? null,
    $body['phase'] ?? null,
];
$database->beginTransaction();
$database
    ->prepare(
        'INSERT INTO reports (flight, seq, recorded_at, lat, lon, heading, altitude_msl, gs, phase, altitude_agl, ias, vs, fuel)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'
    )
    ->execute([
        $flight,
        $body['seq'] ?? null,
        $body['recorded_at'] ?? null,
        ...$place,
        $body['altitude_agl'] ?? null,
        $body['ias'] ?? null,
        $body['vs'] ?? null,
        $body['fuel'] ?? null,
    ]);
$database
    ->prepare('UPDATE flights SET lat = ?, lon = ?, heading = ?, altitude_msl = ?, gs = ?, phase = ? WHERE id = ?')
    ->execute([...$place, $flight]);
$database->commit();

answer(200, '{"success":true}');
