import type { NoteFile } from '@eupnea/contract/notes.ts'
import { m } from '@eupnea/texts'
import { pageFormats } from '@eupnea/texts/locale.ts'

const types: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
}

/** What NO-2 adds to the name that the person gave: whom it is about, and when the file was changed. */
const addition = /(-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?-\d+$/i

const size = (bytes: number): string =>
  bytes < 1_000_000
    ? m.file_size_kb({ size: Math.ceil(bytes / 1_000) })
    : m.file_size_mb({ size: pageFormats().decimal(bytes / 1_000_000) })

/** `wound (PDF, 120 kB)`: an attachment as its sender knows it. */
export function attachmentText({ name, type, bytes }: NoteFile, member_id?: string): string {
  const stamp = name.lastIndexOf('-')
  const own = member_id && name.slice(0, stamp).endsWith(`-${member_id}`) ? stamp - member_id.length - 1 : -1
  const given = own >= 0 ? name.slice(0, own) : name.replace(addition, '')
  return m.note_attachment({
    name: given || m.note_attachment_unnamed(),
    type: types[type] ?? m.file_type_other(),
    size: size(bytes),
  })
}
