import { CommanderError } from 'commander'
import { writeNeotysCommand } from '../bench/neotys/command.ts'
import { explain } from '../cli/exit/errors.ts'

try {
  await writeNeotysCommand().exitOverride().parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 64
  else {
    const { exitCode, message } = explain(error)
    process.stderr.write(`write-neotys: ${message}\n`)
    process.exitCode = exitCode
  }
}
