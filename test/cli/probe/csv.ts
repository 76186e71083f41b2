/** Reads CSV as RFC 4180 has it, but for line ends, of which ours is LF: records of cells, each as it stands. */
export function parseCsv(text: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  for (let at = 0; at < text.length; ) {
    const quoted = /"((?:[^"]|"")*)"([,\n])/y
    const plain = /([^",\n]*)([,\n])/y
    quoted.lastIndex = plain.lastIndex = at
    const match = quoted.exec(text) ?? plain.exec(text)
    if (match === null) throw new Error(`not CSV at ${at}: ${JSON.stringify(text.slice(at, at + 40))}`)
    record.push((match[1] ?? '').replaceAll('""', '"'))
    at += match[0].length
    if (match[2] !== '\n') continue
    records.push(record)
    record = []
  }
  if (record.length > 0) throw new Error('the last line has no end')
  const [head = []] = records
  const odd = records.find((each) => each.length !== head.length)
  if (odd !== undefined) throw new Error(`a record of ${odd.length} cells under ${head.length} headings`)
  return records
}

/** The records below the headings, by heading. */
export function csvObjects(text: string): Record<string, string>[] {
  const [head = [], ...records] = parseCsv(text)
  return records.map((record) => Object.fromEntries(record.map((cell, index) => [head[index] ?? '', cell])))
}
