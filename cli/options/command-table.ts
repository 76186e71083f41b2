import { Command, Help } from 'commander'

interface CommandLine {
  /** Name, `[options]` where it has some, and arguments, as the list of commands shows them. */
  readonly usage: string
  readonly description: string
}

interface LoadedCommand extends CommandLine {
  /** Imports what the command needs, and gives the function that makes it, without a description. */
  readonly load: () => Promise<() => Command>
}

interface CommandGroup extends CommandLine {
  readonly group: () => Promise<CommandTable>
}

/** Commands of one level, in the order of the help. */
export type CommandTable = readonly (LoadedCommand | CommandGroup)[]

/** Stands in the help for a command that was not asked for. */
class ListedCommand extends Command {
  readonly usageInList: string

  constructor(usage: string) {
    super(nameOf(usage))
    this.usageInList = usage
  }
}

/** Adds the commands of a table, and loads the one that these arguments ask for: commander waits for no import. */
export async function addCommands(
  parent: Command,
  table: CommandTable,
  argv: readonly string[],
): Promise<void> {
  const { name, rest } = asked(argv)
  for (const entry of table) {
    const isAsked = nameOf(entry.usage) === name
    const command = isAsked && 'load' in entry ? (await entry.load())() : new ListedCommand(entry.usage)
    inherit(command.description(entry.description), parent)
    parent.addCommand(command)
    if (isAsked && 'group' in entry) await addCommands(command, await entry.group(), rest)
  }
}

/** The line of a command in the help of its group, for commander. */
export function subcommandTerm(command: Command): string {
  return command instanceof ListedCommand ? command.usageInList : new Help().subcommandTerm(command)
}

/** A command comes before all options but those that ask for the help or the version, as positional options demand. */
function asked(argv: readonly string[]): { readonly name: string | undefined; readonly rest: string[] } {
  const [first, ...rest] = argv[0] === '--' ? argv.slice(1) : argv
  return first === 'help' ? { name: rest[0], rest: [] } : { name: first, rest }
}

function nameOf(usage: string): string {
  return usage.replace(/ .*/, '')
}

/**
 * Commands made on their own know nothing of the program's settings: without them they would end the process
 * themselves, and word their errors differently.
 */
function inherit(command: Command, parent: Command): void {
  command.copyInheritedSettings(parent)
  for (const child of command.commands) inherit(child, command)
}
