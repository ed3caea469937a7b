import { useParams } from 'wouter';
import { TableList } from './list/table-list.tsx';
import { TableView } from './table/table-view.tsx';

/** Below the agent's /tables: all of them, or the one of the address. */
const TablesPage = () => {
  const tableId = useParams()['*'];
  return tableId ? <TableView key={tableId} tableId={tableId} /> : <TableList />;
};

export default TablesPage;
