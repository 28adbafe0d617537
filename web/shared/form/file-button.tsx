import { clsx } from 'clsx'
import { useId } from 'react'
import { IconFileUpload } from '../icons.tsx'
import styles from './file-button.module.css'

interface FileButtonProps {
  readonly label: string
  readonly onFile: (file: File | undefined) => void
}

/** Reads a list from a file. */
export function FileButton({ label, onFile }: FileButtonProps) {
  const id = useId()
  return (
    <div>
      <input
        id={id}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        className={clsx('visually-hidden', styles.fileInput)}
        onChange={(event) => {
          onFile(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
      <label htmlFor={id} className={styles.fileButton}>
        <IconFileUpload size={16} aria-hidden /> {label}
      </label>
    </div>
  )
}
