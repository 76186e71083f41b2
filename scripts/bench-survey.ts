import { CommanderError } from 'commander'
import { benchCommand } from '../bench/command.ts'
import { explain } from '../cli/errors.ts'

try {
  await benchCommand().exitOverride().parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 64
  else {
    const { exitCode, message } = explain(error)
    process.stderr.write(`bench-survey: ${message}\n`)
    process.exitCode = exitCode
  }
}
