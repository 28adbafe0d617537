import type { Call } from '@eupnea/contract/call.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { sendForCsv } from './api.ts'
import { IconDownload, IconX } from './icons.tsx'
import './download-csv.css'
import { sayFailed } from './say-done.tsx'

/** A list available as CSV: its call and its filters; pages don't matter. */
export interface CsvSource {
  readonly call: Call
  readonly input: Readonly<Record<string, unknown>>
}

interface Progress {
  readonly rows: number
  readonly total: number
}

interface DownloadCsvProps {
  /** what is downloaded, for people who only hear the button: `Residents` */
  readonly label: string
  readonly source: CsvSource
  /** the button's label; by default `Download CSV` */
  readonly text?: string
}

const lineEnd = 10

/** Saves a whole list as CSV, shows progress, and can be stopped (RP-8). */
export function DownloadCsv({ label, source, text = m.common_download() }: DownloadCsvProps) {
  const [progress, setProgress] = useState<Progress | null>(null)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function download() {
    const abort = new AbortController()
    running.current = abort
    setProgress({ rows: 0, total: 0 })
    try {
      const { call, input } = source
      save(await fetchFile(call, input, abort.signal, setProgress))
    } catch (error) {
      if (!abort.signal.aborted) sayFailed(error)
    } finally {
      if (running.current === abort) running.current = null
      setProgress(null)
    }
  }

  if (!progress)
    return (
      <div className="download-csv">
        <Button
          variant="default"
          size="compact-md"
          aria-label={m.common_download_label({ act: text, list: label })}
          leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
          onClick={() => void download()}
        >
          {text}
        </Button>
      </div>
    )
  const { rows, total } = progress
  return (
    <div className="download-csv">
      <span className="tabular" role="status">
        {total === 0
          ? m.common_download_preparing()
          : m.common_download_rows({ rows: numberText(Math.min(rows, total)), total: numberText(total) })}
      </span>
      {total > 0 && (
        <progress aria-label={m.common_download_progress({ list: label })} max={total} value={Math.min(rows, total)} />
      )}
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconX size={16} stroke={1.8} aria-hidden />}
        onClick={() => running.current?.abort()}
      >
        {m.common_cancel()}
      </Button>
    </div>
  )
}

interface CsvFile {
  readonly name: string
  readonly content: Blob
}

/** The browser stores what has arrived, on disk if it is large; here only line breaks are counted. */
async function fetchFile(
  call: Call,
  input: CsvSource['input'],
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<CsvFile> {
  const response = await sendForCsv(call, input, signal)
  const total = Number(response.headers.get('x-total-records') ?? 0)
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'list.csv'
  let rows = -1
  let shownAt = 0
  const counted = response.body!.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        for (const byte of chunk) if (byte === lineEnd) rows++
        if (Date.now() - shownAt > 200) {
          shownAt = Date.now()
          onProgress({ rows: Math.max(0, rows), total })
        }
        controller.enqueue(chunk)
      },
    }),
  )
  return { name, content: await new Response(counted, { headers: { 'content-type': 'text/csv' } }).blob() }
}

function save({ name, content }: CsvFile): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
