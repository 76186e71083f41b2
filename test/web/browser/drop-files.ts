import type { Visitor } from './visitor.ts'

/** Drops files on the page as a visitor would, and waits until their reading has ended. */
export async function dropFiles(
  visitor: Visitor,
  files: Readonly<Record<string, Uint8Array | string>>,
): Promise<string> {
  const packed = Object.entries(files).map(([name, content]) => [
    name,
    Buffer.from(content).toString('base64'),
  ])
  await visitor.ask(`(() => {
    const dataTransfer = new DataTransfer()
    for (const [name, base64] of ${JSON.stringify(packed)})
      dataTransfer.items.add(new File([Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))], name))
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  })()`)
  await visitor.until(
    `!['', 'Reading'].includes(document.querySelector('#status').textContent.split(' ')[0])`,
  )
  const [said = ''] = await visitor.texts('#status')
  return said
}
