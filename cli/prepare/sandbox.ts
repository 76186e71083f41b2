import type { CommandTable } from '../options/command-table.ts'

/** `towline sandbox …`: the small internet by itself, to look around in. */
export const SANDBOX_COMMANDS: CommandTable = [
  {
    usage: 'up [options]',
    description: 'keep it open until Ctrl-C, and print how to use it',
    load: async () => (await import('./sandbox-up.ts')).sandboxUpCommand,
  },
  {
    usage: 'exec [options] <command...>',
    description: 'run one command in its client’s namespace, then close it',
    load: async () => (await import('./sandbox-exec.ts')).sandboxExecCommand,
  },
]
