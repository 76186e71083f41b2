import { CommanderError } from 'commander'
import { benchLabCommand } from '../bench/lab/command.ts'
import { explain } from '../cli/errors.ts'

try {
  await benchLabCommand().exitOverride().parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 64
  else {
    const { exitCode, message } = explain(error)
    process.stderr.write(`bench-lab: ${message}\n`)
    process.exitCode = exitCode
  }
}
