/** Whether a name of a certificate is of this host: a star stands for one label, the first (RFC 9110, 4.3.4). */
export function certificateCovers(pattern: string, host: string): boolean {
  const [known, asked] = [pattern.toLowerCase(), host.toLowerCase()]
  if (!known.startsWith('*.')) return known === asked
  return asked.split('.').slice(1).join('.') === known.slice(2)
}
