import { CommanderError } from 'commander'
import { writeInitialWindowCommand } from '../bench/initial-window/command.ts'
import { explain } from '../cli/exit/errors.ts'

try {
  await writeInitialWindowCommand().exitOverride().parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 64
  else {
    const { exitCode, message } = explain(error)
    process.stderr.write(`write-initial-window: ${message}\n`)
    process.exitCode = exitCode
  }
}
