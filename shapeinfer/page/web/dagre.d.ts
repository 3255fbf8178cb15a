// What the scripts use of vendor/dagre.min.js, which defines a global.
declare const dagre: {
  graphlib: {
    Graph: new () => {
      setGraph(options: Record<string, unknown>): void;
      setNode(name: string, box: { width: number; height: number }): void;
      setEdge(a: string, b: string, options: Record<string, unknown>): void;
      node(name: string): { x: number; y: number };
      edge(a: string, b: string): { points: { x: number; y: number }[] };
    };
  };
  layout(graph: unknown): void;
};
