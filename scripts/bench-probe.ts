import { CommanderError } from 'commander'
import { benchProbeCommand } from '../bench/probe/command.ts'
import { explain } from '../cli/errors.ts'

try {
  await benchProbeCommand().exitOverride().parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 64
  else {
    const { exitCode, message } = explain(error)
    process.stderr.write(`bench-probe: ${message}\n`)
    process.exitCode = exitCode
  }
}
