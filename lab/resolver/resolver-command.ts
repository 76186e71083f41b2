import { mkdir, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { nodeEnvironment } from '../process/node-environment.ts'
import type { ServerCommand } from '../process/server-command.ts'
import type { ResolverOrder } from './resolver-order.ts'

/** The command of a resolver, whose order is written into `folder`. */
export async function resolverCommand(order: ResolverOrder, folder: string): Promise<ServerCommand> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'resolver.json')
  await writeFile(file, JSON.stringify(order))
  const program = join(import.meta.dirname, `main${extname(import.meta.filename)}`)
  return { name: 'resolver', argv: [process.execPath, program, file], env: nodeEnvironment() }
}

/** Serves await-listeners.ts. */
export const resolverListener = ({ address }: Pick<ResolverOrder, 'address'>): string => `udp ${address} 53`
