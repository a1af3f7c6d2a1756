// Runs after `npm ci` in a clone, in plain JavaScript that an older Node can start: says what npm's warnings mean here.
const installing = /\bnode\/v([\d.]+)/.exec(process.env.npm_config_user_agent ?? '')?.[1];
const running = process.versions.node;

if (installing !== undefined && installing !== running) {
  console.log(
    `npm's EBADENGINE warnings are about Node ${installing}, which only installs: tracker runs on Node ${running}, which came along.`,
  );
}
