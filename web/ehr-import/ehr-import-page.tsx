import type { Clinic } from '@eupnea/contract/clinics.ts'
import { listEhrImports, readEhrConnection, startEhrImport } from '@eupnea/contract/ehr-import.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useCall, useSend } from '../shared/api.ts'
import { useClinic, useClinics } from '../shared/clinic.ts'
import { IconDownload } from '../shared/icons.tsx'
import { NoClinic } from '../shared/no-clinic.tsx'
import { sayDone, sayFailed } from '../shared/say-done.tsx'
import { Empty, Failed, Loading } from '../shared/states.tsx'
import adminPageStyles from '../shared/table/admin-page.module.css'
import { ConnectionPanel } from './connection-panel.tsx'
import { isAtWork, isOpen } from './ehr-words.ts'
import { RunHistory } from './run-history.tsx'
import { RunPanel } from './run-panel.tsx'

interface EhrImportPageProps {
  /** what other nouns show, above and below the imports */
  readonly above: (of: { readonly clinic: Clinic }) => ReactNode
  readonly below: (of: { readonly clinic: Clinic }) => ReactNode
}

/** Residents from the EHR: how it is reached, what an import would change, and what earlier ones did (EH-1 to EH-3). */
export function EhrImportPage(sections: EhrImportPageProps) {
  const clinic = useClinic()
  const { isPending, error, refetch } = useClinics()
  if (clinic) return <Imports key={clinic.id} clinic={clinic} {...sections} />
  if (isPending) return <Loading label={m.clinic_loading()} />
  if (error) return <Failed error={error} retry={() => void refetch()} />
  return <NoClinic>{m.common_no_access()}</NoClinic>
}

/** While an import is at work, the page looks by itself: it may have lost its live connection. */
const lookMs = 1_000

const historySize = 20

function Imports({ clinic, above, below }: EhrImportPageProps & { readonly clinic: Clinic }) {
  const connection = useCall(readEhrConnection, { clinic_id: clinic.id })
  const runs = useCall(
    listEhrImports,
    { clinic_id: clinic.id, page_size: historySize },
    { refetchInterval: ({ state }) => (state.data?.items.some(isAtWork) ? lookMs : false) },
  )
  const start = useSend(startEhrImport, {
    invalidates: [listEhrImports],
    onSuccess: ({ message }) => sayDone(message),
    onError: sayFailed,
  })
  const [newest, ...older] = runs.data?.items ?? []
  const isConnected = !!connection.data?.connection
  const error = connection.error ?? runs.error
  return (
    <div className={adminPageStyles.adminPage}>
      <div className={adminPageStyles.adminHead}>
        <h1>{m.ehr_import_title()}</h1>
        {isConnected && runs.data && !(newest && isOpen(newest)) && (
          <Button
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={start.isPending}
            onClick={() => start.mutate({ clinic_id: clinic.id })}
          >
            {m.ehr_import_start()}
          </Button>
        )}
      </div>
      {above({ clinic })}
      {connection.isPending || runs.isPending ? (
        <Loading label={m.ehr_import_loading()} />
      ) : (
        <>
          {connection.data && <ConnectionPanel clinic={clinic} connection={connection.data.connection} />}
          {!connection.data || !runs.data ? (
            <Failed error={error} retry={() => void Promise.all([connection.refetch(), runs.refetch()])} />
          ) : newest ? (
            <>
              <RunPanel key={newest.run_id} clinic={clinic} run={newest} />
              <RunHistory clinic={clinic} runs={older} />
            </>
          ) : (
            isConnected && <Empty title={m.ehr_import_empty_title()}>{m.ehr_import_empty()}</Empty>
          )}
          {below({ clinic })}
        </>
      )}
    </div>
  )
}
