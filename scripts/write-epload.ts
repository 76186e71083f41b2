import { CommanderError } from 'commander'
import { writeEploadCommand } from '../bench/epload/command.ts'
import { explain } from '../cli/exit/errors.ts'

try {
  await writeEploadCommand().exitOverride().parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 64
  else {
    const { exitCode, message } = explain(error)
    process.stderr.write(`write-epload: ${message}\n`)
    process.exitCode = exitCode
  }
}
