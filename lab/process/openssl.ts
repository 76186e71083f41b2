import { runCommand } from './run-command.ts'

/** Runs one command of openssl(1). */
export async function openssl(argv: readonly string[], signal: AbortSignal): Promise<void> {
  await runCommand(['openssl', ...argv], { signal })
}

/** Writes a new P-256 key: RSA keys of a hundred sites would take a minute. */
export async function writeKey(file: string, signal: AbortSignal): Promise<void> {
  await openssl(['ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', file], signal)
}
