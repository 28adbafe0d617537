import {
  type DeidentifiedExport,
  downloadDeidentifiedExport,
  fewResidents,
  keptDays,
  listDeidentifiedExports,
} from '@eupnea/contract/deidentified-exports.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { Button, Group } from '@mantine/core'
import { useMemo, useState } from 'react'
import { ActItem, ActMenu } from '../shared/act-menu.tsx'
import { browserZone } from '../shared/form/local-time.ts'
import { IconPlus, IconTrash } from '../shared/icons.tsx'
import { fileUrl, saveFile } from '../shared/save-file.ts'
import { sayFailed } from '../shared/say-done.tsx'
import adminPageStyles from '../shared/table/admin-page.module.css'
import { ListPage } from '../shared/table/list-page.tsx'
import type { TableColumn } from '../shared/table/table-features.ts'
import { dateTimeText, dayText } from '../shared/time.ts'
import { AddDeidentifiedExport } from './add-deidentified-export.tsx'
import { DeleteDeidentifiedExport } from './delete-deidentified-export.tsx'

const download = ({ export_id }: DeidentifiedExport): void =>
  void saveFile(fileUrl(downloadDeidentifiedExport, { export_id }), 'deidentified-export.tar').catch(sayFailed)

function stateText({ state, progress, error, expires_at }: DeidentifiedExport): string {
  if (state === 'failed') return error ?? m.deidentified_export_failed()
  if (state === 'running' || expires_at === null)
    return m.deidentified_export_running({ percent: numberText(Math.floor(progress * 100)) })
  return m.deidentified_export_done({ time: dateTimeText(expires_at, browserZone()) })
}

const sizeText = (bytes: number): string =>
  m.deidentified_export_size({ size: numberText(Math.ceil(bytes / 1_000_000)) })

const columnsOf = (onDelete: (of: DeidentifiedExport) => void): readonly TableColumn<DeidentifiedExport>[] => [
  { id: 'clinic', header: m.deidentified_export_clinic(), cell: ({ clinic_name }) => <b>{clinic_name}</b> },
  {
    id: 'period',
    header: m.deidentified_export_period_column(),
    cell: ({ first_day, last_day }) =>
      m.deidentified_export_period({ from: dayText(first_day), to: dayText(last_day) }),
  },
  { id: 'state', header: m.deidentified_export_state_column(), cell: stateText },
  {
    id: 'residents',
    header: m.deidentified_export_residents_column(),
    isNumber: true,
    cell: ({ state, residents }) => (state === 'done' ? numberText(residents) : '–'),
  },
  {
    id: 'size',
    header: m.deidentified_export_size_column(),
    isNumber: true,
    cell: ({ state, bytes }) => (state === 'done' ? sizeText(bytes) : '–'),
  },
  { id: 'by', header: m.deidentified_export_by_column(), isExtra: true, cell: ({ created_by }) => created_by },
  {
    id: 'acts',
    header: m.common_actions(),
    isPlain: true,
    cell: (one) => (
      <Group gap="xs" wrap="nowrap">
        {one.state === 'done' && (
          <Button
            size="compact-md"
            variant="default"
            aria-label={m.deidentified_export_download_label({ clinic: one.clinic_name })}
            onClick={() => download(one)}
          >
            {m.deidentified_export_download()}
          </Button>
        )}
        <ActMenu label={m.common_actions_label({ name: one.clinic_name })}>
          <ActItem Icon={IconTrash} isDanger onClick={() => onDelete(one)}>
            {m.deidentified_export_delete()}
          </ActItem>
        </ActMenu>
      </Group>
    ),
  },
]

/** De-identified exports for research: list, start, download and delete (AR-4). */
export function DeidentifiedExportsPage() {
  const [isAdding, setAdding] = useState(false)
  const [deleting, setDeleting] = useState<DeidentifiedExport | null>(null)
  const columns = useMemo(() => columnsOf(setDeleting), [])
  return (
    <>
      <ListPage
        name="deidentified-exports"
        title={m.deidentified_export_title()}
        label={m.deidentified_export_title()}
        call={listDeidentifiedExports}
        columns={columns}
        rowId={idOf}
        rowName={nameOf}
        intro={
          <p className={adminPageStyles.adminNote}>
            {m.deidentified_export_help({ days: numberText(keptDays) })}{' '}
            {m.deidentified_export_add_help({ count: numberText(fewResidents) })}
          </p>
        }
        acts={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
            {m.deidentified_export_add()}
          </Button>
        }
        refreshMs={10_000}
        isScreenOnly
        noneFound={{ title: m.deidentified_export_none_found_title(), all: m.deidentified_export_show_all() }}
        empty={{ title: m.deidentified_export_empty_title(), text: m.deidentified_export_empty() }}
      />
      {isAdding && <AddDeidentifiedExport onClose={() => setAdding(false)} />}
      {deleting && <DeleteDeidentifiedExport of={deleting} onClose={() => setDeleting(null)} />}
    </>
  )
}

const idOf = ({ export_id }: DeidentifiedExport): string => export_id
const nameOf = ({ clinic_name }: DeidentifiedExport): string => clinic_name
