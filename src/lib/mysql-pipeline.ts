/** A statement of the driver: called without a packet when its turn comes, then with each packet of its answer. Returns whether it has ended. */
interface Command {
  execute(packet: unknown, connection: Connection): boolean;
  /** Gets the error when the connection ends. */
  readonly onResult?: ((error: Error | null) => void) | undefined;
  /** Of one that prepares: its text. */
  readonly options?: object;
}

/** What the driver's connection has of its queue: the statement whose answer is read, and those behind it. */
interface Connection {
  readonly constructor: { statementKey(options: object): string };
  readonly _command: Command | null | undefined;
  readonly _commands: { readonly length: number; push(command: Command): void };
  readonly _statements: { get(key: string): unknown };
  sequenceId: number;
  addCommand(command: Command): Command;
}

/** Of the first packet of an answer. */
const firstAnswer = 1;

/**
 * Makes a connection of the driver send a prepared statement at once, although those before it are not answered: the server reads
 * one after the other, and answers in this order. Whatever else is asked waits until all are answered.
 */
export function pipeline(given: object): void {
  const connection = given as Connection;
  const add = connection.addCommand.bind(connection);
  /** The last one in the queue. */
  let last: Command | null = null;
  connection.addCommand = (command) => {
    const areAllSent = connection._commands.length === 0 || last instanceof Sent;
    if (!connection._command || !areAllSent || !isReady(connection, command)) {
      last = command;
      return add(command);
    }
    const { sequenceId } = connection;
    const hasEnded = command.execute(undefined, connection);
    connection.sequenceId = sequenceId;
    if (hasEnded) return command;
    last = new Sent(command);
    connection._commands.push(last);
    return command;
  };
}

/** Whether it is a prepared statement, or would prepare one that already is. */
function isReady(connection: Connection, command: Command): boolean {
  if (command.constructor.name === 'Execute') return 'statement' in command && command.statement !== undefined;
  if (command.constructor.name !== 'Prepare' || command.options === undefined) return false;
  return connection._statements.get(connection.constructor.statementKey(command.options)) !== undefined;
}

/** A statement whose answer is waited for. */
class Sent implements Command {
  readonly #command: Command;

  constructor(command: Command) {
    this.#command = command;
  }

  get onResult(): Command['onResult'] {
    return this.#command.onResult;
  }

  execute(packet: unknown, connection: Connection): boolean {
    if (packet !== undefined) return this.#command.execute(packet, connection);
    connection.sequenceId = firstAnswer;
    return false;
  }
}
