import { CommanderError } from 'commander'
import { explain } from '../cli/exit/errors.ts'

/** `bench.ts NAME …`: each bench is a command of its own, and loads nothing of the others. */
const BENCHES = {
  aa: async () => (await import('../bench/probe/study-command.ts')).benchAaCommand(),
  advise: async () => (await import('../bench/advise/command.ts')).benchAdviseCommand(),
  graph: async () => (await import('../bench/graph/command.ts')).benchGraphCommand(),
  lab: async () => (await import('../bench/lab/command.ts')).benchLabCommand(),
  load: async () => (await import('../bench/load/command.ts')).benchLoadCommand(),
  probe: async () => (await import('../bench/probe/command.ts')).benchProbeCommand(),
  scale: async () => (await import('../bench/scale/command.ts')).benchScaleCommand(),
  server: async () => (await import('../bench/server/command.ts')).benchServerCommand(),
  survey: async () => (await import('../bench/survey/command.ts')).benchCommand(),
}

const [name = '', ...args] = process.argv.slice(2)
if (!Object.hasOwn(BENCHES, name)) {
  process.stderr.write(`bench: there is no bench '${name}' (known: ${Object.keys(BENCHES).join(', ')})\n`)
  process.exit(64)
}
try {
  const command = await BENCHES[name as keyof typeof BENCHES]()
  await command.exitOverride().parseAsync(args, { from: 'user' })
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 64
  else {
    const { exitCode, message } = explain(error)
    process.stderr.write(`bench-${name}: ${message}\n`)
    process.exitCode = exitCode
  }
}
