import { readFileSync } from 'node:fs'

/** The interface that the default route leaves by; `any` where the system does not tell (all but Linux). */
export function captureInterface(): string {
  let table: string
  try {
    table = readFileSync('/proc/net/route', 'utf8')
  } catch {
    // Not Linux.
    return 'any'
  }
  const routes = table
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
  const [name] =
    routes.find(([, destination, , , , , , mask]) => destination === '00000000' && mask === '00000000') ?? []
  return name ?? 'any'
}
