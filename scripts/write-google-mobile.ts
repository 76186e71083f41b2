import { CommanderError } from 'commander'
import { writeGoogleMobileCommand } from '../bench/google-mobile/command.ts'
import { explain } from '../cli/exit/errors.ts'

try {
  await writeGoogleMobileCommand().exitOverride().parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 64
  else {
    const { exitCode, message } = explain(error)
    process.stderr.write(`write-google-mobile: ${message}\n`)
    process.exitCode = exitCode
  }
}
