import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Bait, baitOf } from './bait-names.ts';
import { isPrivateContent } from './private-content.ts';
import { type WholeFolder, wholeFolderOf } from './whole-folders.ts';

const names: readonly (readonly [Bait | null, readonly string[]])[] = [
  ['private', ['id_rsa', 'id_ed25519', '.vscode/sftp.json', 'sftp-config.json', 'a/sftp-config-alt2.json']],
  ['private', ['docker-compose.yml', 'docker-compose.prod.yaml', 'compose.yml', '.ssh/config', '.aws/credentials']],
  ['private', ['db_dump', 'backup', 'site-backup2', 'filezilla.xml', 'crew.db', 'server.key', 'sessions/sess_abc']],
  ['script', ['dbtest.php', 'testdb.php', 'mysqli_test.php', 'phptest.php', 'test_mail.php', 'test.php']],
  ['content', ['cacert.pem', 'local.config.txt', 'pilots.csv', 'LICENSE', 'readme.txt', 'db_config.yml']],
  [null, ['id_rsa.pub', 'Thumbs.db', 'ehthumbs.db', 'desktop.ini', 'compose.js', 'docker-compose.md', 'dump.css']],
  [
    null,
    ['latest.php', 'contest.php', 'backups/index.html', 'cache/a.css', 'vendor/x/dbtest.php', '.well-known/a.json'],
  ],
];

for (const [bait, paths] of names) {
  for (const path of paths) test(`${path} is ${bait ?? 'nothing'}`, () => assert.equal(baitOf(path.split('/')), bait));
}

const contents: readonly (readonly [name: string, content: string, isPrivate: boolean])[] = [
  ['cacert.pem', '-----BEGIN CERTIFICATE-----', false],
  ['both.pem', '-----BEGIN CERTIFICATE-----\n-----BEGIN PRIVATE KEY-----', true],
  ['pilots.csv', 'id;mail\n1;a@va.example\n2;b@va.example', true],
  ['airports.csv', 'KJFK,ops@jfk.example\nKBOS,', false],
  ['local.config.txt', "define('DBASE_PASS', 'x');", true],
  ['local.config.txt', "define('DBASE_PASS', '');", false],
  ['config.txt', "$config['password'] = 'x';", true],
  ['config.txt', 'Put your password into the file config.php', false],
  ['config.json', '{"db_password": "x"}', true],
  ['config.json', '{"password": ""}', false],
  ['settings.yml', 'db_password: x', true],
  ['settings.yml', 'password:\nuser: x', false],
  ['tables.txt', '-- phpMyAdmin SQL Dump', true],
  ['tables', '/*M!999999\\- enable the sandbox mode */\n-- MariaDB dump 10.19', true],
  ['readme.txt', '-- how to fly --', false],
];

for (const [name, content, isPrivate] of contents) {
  test(`${name} with ${JSON.stringify(content)} is ${isPrivate ? 'private' : 'harmless'}`, () =>
    assert.equal(isPrivateContent(name, Buffer.from(content)), isPrivate));
}

const folders: readonly (readonly [WholeFolder | null, path: string, files: readonly string[]])[] = [
  ['tracking-folder-copy', 'acars_old', ['login.php']],
  ['tracking-folder-copy', 'acars.bak', ['a.php']],
  ['tracking-folder-copy', 'old/acars2', ['position.php', 'submit_log.php']],
  [null, 'acars_old', ['plane.png']],
  [null, 'acars_images', ['show.php']],
  ['installer-left', 'installed', ['install.php']],
  ['installer-left', '_install', ['install.php']],
  ['installer-left', 'old/install', ['install.php', 'update.php']],
  [null, 'modules/tour/install', ['install.php']],
  [null, 'installed', ['readme.txt']],
  ['database-tool', 'tools/pma', ['config.sample.inc.php', 'index.php']],
  [null, '', ['install.php', 'config.sample.inc.php']],
];

for (const [whole, path, files] of folders) {
  test(`the folder ${path || '/'} with ${files.join()} is ${whole ?? 'nothing'}`, () => {
    const parts = path === '' ? [] : path.split('/');
    assert.equal(wholeFolderOf({ parts, files, folders: [] }, parts.length === 1), whole);
  });
}
