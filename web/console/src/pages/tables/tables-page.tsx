import { useParams } from 'wouter';
import { TableList } from './list/table-list.tsx';
import { TableView } from './table/table-view.tsx';

/** Below `/tables` of the agent: the list of tables, or the table in the URL. */
const TablesPage = () => {
  const tableId = useParams()['*'];
  return tableId ? <TableView key={tableId} tableId={tableId} /> : <TableList />;
};

export default TablesPage;
